import type { Fault } from './fault.ts';

/** Faults of unfinished, waiting and refused forms. */
export const ENTRY_FAULTS: readonly Fault[] = [
  {
    name: 'A form that was closed opens by itself after a reload',
    file: 'entries/store.ts',
    find: 'void this.#parts.writer.write(draft, { isClosed: true });',
    replace: 'void this.#parts.writer.write(draft);',
    old: ['windows.spec.ts', 'new forms in two windows are both kept'],
    new: ['src/web/entries/store.test.ts'],
  },
  {
    name: 'A discarded form is back after a reload',
    file: 'entries/store.ts',
    find: `    this.#list.add({ draft, status: 'discarded' });
    void this.#parts.writer.erase(former);`,
    replace: "    this.#list.add({ draft, status: 'discarded' });",
    old: ['kept.spec.ts', 'a reload keeps what was typed'],
    new: ['src/web/entries/store.test.ts'],
  },
  {
    name: 'A change to a form that waits does not stop the form as it was from being sent',
    file: 'entries/store.ts',
    find: "this.#list.update(draft, { draft, status: 'open', submission: undefined });",
    replace: 'this.#list.update(draft, { draft });',
    old: ['waiting.spec.ts', 'a form that was changed and submitted again'],
    new: ['src/web/entries/sender.test.ts'],
  },
  {
    name: 'A page that is left keeps its locks, so no other window can open the form',
    file: 'entries/store.ts',
    find: `    this.#parts.writer.flush();
    this.#parts.locks.releaseAll();`,
    replace: '    this.#parts.writer.flush();',
    old: ['windows.spec.ts', 'a form whose page is left is free'],
    new: ['src/web/entries/windows.test.ts'],
  },
  {
    name: 'A second window opens the form that the first one has open',
    file: 'entries/store.ts',
    find: `const isFree = await Promise.all(drafts.map(({ form }) => locks.hold(form.submissionId)));`,
    replace: 'const isFree = drafts.map(({ form }) => locks.hold(form.submissionId));',
    old: ['windows.spec.ts', 'a form that is open in one window stays there'],
    new: ['src/web/entries/windows.test.ts'],
  },
  {
    name: 'Track Symptoms opens an empty form if the device has not answered yet',
    file: 'entries/store.ts',
    find: `    await this.#loading;
    if (run !== this.#run) return;
    const { state }`,
    replace: `    if (run !== this.#run) return;
    const { state }`,
    old: ['slow-device.spec.ts', 'a form that was closed is gone on with, too'],
    new: ['src/web/entries/store.test.ts'],
  },
  {
    name: 'Logging out leaves unfinished forms on the device',
    file: 'entries/store.ts',
    find: '(stored) => !(keepsSubmitted && isWaiting(stored))',
    replace: '(stored) => !keepsSubmitted && !isWaiting(stored)',
    old: ['kept.spec.ts', 'signing out by hand leaves nothing of it'],
    new: ['src/web/entries/store.test.ts'],
  },
  {
    name: 'Logging out deletes the forms that wait for the network',
    file: 'entries/store.ts',
    find: '(stored) => !(keepsSubmitted && isWaiting(stored))',
    replace: '() => true',
    old: ['sign-out.spec.ts', 'who signs out with a form that waits'],
    new: ['src/web/entries/store.test.ts'],
  },
  {
    name: 'A form that was saved opens again after a reload',
    file: 'entries/submit.ts',
    find: `  const { list, writer, onSaved } = parts;
  const { sent } = saved;
  const entry = list.find(sent.submissionId);
  // The form was refused, reopened and changed while this answer was on its way.
  const isChanged = entry && !isSameContent(entry.draft, sent);
  if (!isChanged) {
    leave(parts, sent);
    list.remove(sent);
    void writer.erase(sent);`,
    replace: `  const { list, onSaved } = parts;
  const { sent } = saved;
  const entry = list.find(sent.submissionId);
  // The form was refused, reopened and changed while this answer was on its way.
  const isChanged = entry && !isSameContent(entry.draft, sent);
  if (!isChanged) {
    leave(parts, sent);
    list.remove(sent);`,
    old: ['kept.spec.ts', 'a reload keeps what was typed'],
    new: ['src/web/entries/submit.test.ts'],
  },
  {
    name: 'The history does not show a form that was just saved',
    file: 'entries/submit.ts',
    find: `  }
  onSaved();`,
    replace: `  } else {
    onSaved();
  }`,
    old: ['form.spec.ts', 'a save that fails says so'],
    new: ['src/web/entries/submit.test.ts'],
  },
  {
    name: 'The page does not notice that someone else has signed in when a form is submitted',
    file: 'entries/submit.ts',
    find: 'if (isStatus(error, 404)) onSessionLost();',
    replace: 'if (isStatus(error, 403)) onSessionLost();',
    old: ['windows.spec.ts', 'a form that is submitted after someone else has signed in'],
    new: ['src/web/entries/submit.test.ts'],
  },
  {
    name: 'A form that the server fails to save waits for the network, though the network is there',
    file: 'entries/submit.ts',
    find: 'const mayWait = !draft.edited && !(error instanceof ApiError);',
    replace: 'const mayWait = !draft.edited && !(error instanceof ApiError && error.status < 500);',
    old: ['form.spec.ts', 'a save that fails says so'],
    new: ['src/web/entries/submit.test.ts'],
  },
  {
    name: 'A form that becomes another one is on the device twice',
    file: 'entries/parts.ts',
    find: 'void writer.write(draft, { former: former.submissionId });',
    replace: 'void writer.write(draft);',
    old: ['windows.spec.ts', 'where that holds other symptoms'],
    new: ['src/web/entries/submit.test.ts'],
  },
  {
    name: 'A second Submit overwrites unseen what another device has saved under the same id',
    file: 'entries/save-form.ts',
    find: 'const isOurs = sent.some((earlier) => holds(saved, earlier));',
    replace: 'const isOurs = sent.length > 0;',
    old: ['windows.spec.ts', 'what was saved from elsewhere under the same id'],
    new: ['src/web/entries/submit.test.ts'],
  },
  {
    name: 'The answer of a proxy counts as a refusal, so the form is not sent by itself any more',
    file: 'entries/sender.ts',
    find: 'return error instanceof ApiError && error.isOurs;',
    replace: 'return error instanceof ApiError;',
    old: ['waiting.spec.ts', 'what something on the way says'],
    new: ['src/web/entries/sender.test.ts'],
  },
  {
    name: 'A form that waited and was sent stays on the device and counts as not sent',
    file: 'entries/sender.ts',
    find: `    const { device, list, onSaved } = this.#parts;
    const { userId, form: draft, submission } = waiting;
    const { submissionId, loggedAt, sent } = draft;
    const newForm = { ...submission, submissionId, ...(loggedAt && { loggedAt }) };
    const form = await saveNewForm(userId, newForm, sent);
    // If the form was changed meanwhile, here or in another window, its owner submits it again.
    if (!this.#waitsHere(waiting)) return;
    const isRemoved = await device.removeSubmitted(waiting);
    if (!isRemoved && (await device.get(submissionId)) !== null) return;`,
    replace: `    const { list, onSaved } = this.#parts;
    const { userId, form: draft, submission } = waiting;
    const { submissionId, loggedAt, sent } = draft;
    const newForm = { ...submission, submissionId, ...(loggedAt && { loggedAt }) };
    const form = await saveNewForm(userId, newForm, sent);
    // If the form was changed meanwhile, here or in another window, its owner submits it again.
    if (!this.#waitsHere(waiting)) return;`,
    old: ['sign-out.spec.ts', 'what waits is sent before signing out'],
    new: ['src/web/entries/sender.test.ts'],
  },
  {
    name: 'A form that waits after the session has ended does not lead to the sign-in',
    file: 'entries/sender.ts',
    find: 'if (isStatus(error, 401) || isStatus(error, 404)) onSessionLost();',
    replace: 'if (isStatus(error, 404)) onSessionLost();',
    old: ['waiting.spec.ts', 'a session that ends while a form waits'],
    new: ['src/web/entries/sender.test.ts'],
  },
  {
    name: 'A form that waited is saved for the moment of Submit and not for the time that was chosen',
    file: 'entries/sender.ts',
    find: `    const { submissionId, loggedAt, sent } = draft;
    const newForm = { ...submission, submissionId, ...(loggedAt && { loggedAt }) };`,
    replace: `    const { submissionId, sent } = draft;
    const newForm = { ...submission, submissionId };`,
    old: ['waiting.spec.ts', 'a form that waited and is not taken'],
    new: ['src/web/entries/earlier-version.test.ts'],
  },
  {
    name: 'The next person on this device sees the unfinished form of the one before',
    file: 'entries/device.ts',
    find: "db.getAllFromIndex('forms', 'byUser', userId)",
    replace: "db.getAll('forms')",
    old: ['kept.spec.ts', 'a session that ends keeps it for the same person'],
    new: ['src/web/entries/store.test.ts'],
  },
  {
    name: 'A closed form counts as finished elsewhere if the device does not answer',
    file: 'entries/device.ts',
    find: 'return this.#memory.get(submissionId) ?? (await this.#attempt(read));',
    replace: 'return this.#memory.get(submissionId) ?? (await this.#attempt(read)) ?? null;',
    old: ['slow-device.spec.ts', 'a form that the device does not tell of'],
    new: ['src/web/entries/device.test.ts'],
  },
  {
    name: 'What was typed is written after 25 seconds, so a phone that dies loses it',
    file: 'entries/writer.ts',
    find: 'const WRITE_EVERY_MS = 250;',
    replace: 'const WRITE_EVERY_MS = 25_000;',
    old: ['every-step.spec.ts', 'the browser is killed at every step'],
    new: ['src/web/entries/store.test.ts'],
  },
  {
    name: 'A rated symptom that has left the profile takes the place of another one',
    file: 'entries/draft.ts',
    find: `    ...unrated.filter((key) => !symptoms[key]),
    ...unrated`,
    replace: '    ...unrated',
    old: ['kept.spec.ts', 'what was rated stays where its symptom has another name'],
    new: ['src/web/entries/draft.test.ts'],
  },
  {
    name: 'A note that is added to a symptom resets its severity',
    file: 'entries/draft.ts',
    find: 'return [...others, { ...changeOf(change, changes), ...change }];',
    replace: 'return [...others, change];',
    old: ['kept.spec.ts', 'after a slip, Track Symptoms goes on'],
    new: ['src/web/entries/draft.test.ts'],
  },
  {
    name: 'Each change counts as the start of the form, so its time is not offered any more',
    file: 'entries/draft.ts',
    find: 'return isUnsaved(draft) ? draft : { ...draft, begunAt: new Date().toISOString() };',
    replace: 'return { ...draft, begunAt: new Date().toISOString() };',
    old: ['begun.spec.ts', 'a form that was begun long ago'],
    new: ['src/web/entries/store.test.ts'],
  },
];
