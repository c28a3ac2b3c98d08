import { LEVODOPA } from '../medication.ts';
import type { Recording, Step } from './recording.ts';

/**
 * What happens to the entries of each kind: saves, repeats, edits, deletions and restorations, and every refusal, also
 * of inputs with two faults, so that their order shows.
 */

const [TODAY, YESTERDAY, TOMORROW] = ['2026-11-18', '2026-11-17', '2026-11-19'];
const HOUR_AGO = '2026-11-18T16:00:00.000Z';
const DAY_AGO = '2026-11-17T16:00:00.000Z';
const IN_A_DAY = '2026-11-19T17:00:00.000Z';
const NOTE = 'Slept badly, =1+1\n"quoted"';

/** The id of an entry of a browser. */
const id = (one: number) => `a0000000-0000-4000-8000-0000000000${String(one).padStart(2, '0')}`;
const missing = id(99);

export async function ofCheckIns(run: Recording): Promise<void> {
  const save = (input: object): Step => ['saveCheckIn', { day: TODAY, ...input }];
  run.title('Saves and repeats');
  await run.by(
    'person',
    save({}),
    save({ notes: '' }),
    save({ mood: 4 }),
    save({ mood: 4 }),
    save({ mood: 3 }),
    save({ mood: 4, sleepHours: 7.5, notes: NOTE }),
    save({ sleepHours: 7.5, exerciseMinutes: 0, medication: 'partly' }),
    save({}),
    save({ mood: null }),
    save({ day: YESTERDAY, mood: 2, enteredAt: DAY_AGO, timeZone: 'Europe/Berlin' }),
    save({ day: '2020-02-29', medication: 'no', enteredAt: IN_A_DAY }),
    save({ day: TOMORROW, mood: 3 }),
    save({ day: TOMORROW, mood: 3, timeZone: 'Pacific/Kiritimati' }),
    save({ day: TOMORROW }),
    save({ day: TOMORROW, mood: 9 }),
    save({ day: '2026-02-30', mood: 4 }),
    save({ mood: 4, timeZone: 'Mars' }),
  );
  run.title('Edits');
  await run.by(
    'person',
    save({ mood: 2, version: 1 }),
    save({ mood: 2, version: 3 }),
    save({ mood: 2, version: 3 }),
    save({ mood: null, notes: '', version: 4 }),
    save({ medication: null, exerciseMinutes: null, sleepHours: null, version: 5 }),
    save({ medication: null, exerciseMinutes: null, sleepHours: null, version: 2 }),
    save({ version: 5 }),
    save({ version: 1 }),
    save({ day: '2026-11-01', mood: 1, version: 1 }),
    save({ day: TOMORROW, mood: 1, version: 1 }),
    save({ day: TOMORROW, version: 1 }),
    save({ mood: 9, version: 1 }),
  );
  run.title('Caregivers');
  await run.by('helper', save({ mood: 5 }), save({ mood: 1 }), save({ mood: 1, version: 5 }));
  await run.by('noNotes', save({ notes: 'A guess' }), save({ day: '2026-11-10', notes: 'Mine' }));
  await run.by('helper', save({ day: '2026-11-11', mood: 3, notes: 'Seen' }));
  await run.by('noNotes', save({ day: '2026-11-11', notes: 'Seen' }));
  await run.by('helper', save({ day: '2026-11-11', mood: 4, version: 1 }));
  await run.by('noNotes', save({ day: '2026-11-10', notes: 'Mine', mood: 1, version: 1 }));
  await run.by('person', save({ day: '2026-11-11', mood: 5, version: 2 }));
  await run.by('helper', save({ day: '2026-11-11', mood: 4, version: 3 }));
  run.title('Deletion and restoration');
  const gone: Step = ['deleteCheckIn', { day: TODAY }];
  const back: Step = ['restoreCheckIn', { day: TODAY }];
  await run.by('helper', gone, ['deleteCheckIn', { day: '2026-11-11' }]);
  await run.by('noNotes', ['deleteCheckIn', { day: '2026-11-10' }]);
  await run.by('noNotes', ['restoreCheckIn', { day: '2026-11-10' }]);
  await run.by(
    'person',
    back,
    gone,
    gone,
    save({ sleepHours: 7.5, version: 5 }),
    save({ sleepHours: 7.5, enteredAt: HOUR_AGO }),
    ['getDeletedCheckIns', {}],
    back,
    back,
    gone,
    save({ mood: 1 }),
    ['deleteCheckIn', { day: '2026-11-01' }],
    ['restoreCheckIn', { day: '2026-11-01' }],
    ['deleteCheckIn', { day: YESTERDAY }],
  );
  await run.by('helper', save({ day: YESTERDAY, mood: 3 }));
  run.title('Everybody');
  await run.byAll(
    save({ day: '2026-11-05', mood: 3, notes: NOTE }),
    ['getCheckIns', { from: '2020-01-01', to: TOMORROW }],
    ['getCheckIns', { from: TOMORROW, to: '2020-01-01' }],
    ['getDeletedCheckIns', {}],
    ['deleteCheckIn', { day: '2026-11-05' }],
    ['restoreCheckIn', { day: '2026-11-05' }],
    save({ day: 'never', userId: 'nobody' }),
    save({ day: TOMORROW, userId: missing }),
  );
}

export async function ofMedication(run: Recording): Promise<void> {
  const levodopa = { medicationId: id(1), ...LEVODOPA };
  const save = (input: object): Step => ['saveMedication', { ...levodopa, ...input }];
  const ofVersion = { medicationId: id(1), from: '2026-11-01' };
  run.title('Medications: saves and edits');
  await run.by(
    'person',
    save({}),
    save({}),
    save({ strength: 200 }),
    save({ strength: 200, version: 1 }),
    save({ strength: 200, version: 1 }),
    save({ strength: 300, version: 1 }),
    save({ times: levodopa.times.toReversed(), version: 2 }),
    save({ from: '2026-11-10', until: '2026-12-31', asNeeded: true, times: [] }),
    save({ from: '2026-11-10', until: '2026-11-01' }),
    save({ from: '2026-11-20', version: 1 }),
    save({ medicationId: missing, version: 1 }),
    save({ medicationId: id(2), name: 'äpfel', form: '', unit: '', strength: 0.5 }),
    save({ medicationId: id(2), name: 'äpfel', unit: 'mg', timeZone: 'Europe/Berlin' }),
    save({ medicationId: id(3), name: '=1+1', isLevodopa: false, from: '2027-01-01' }),
    save({ medicationId: id(4), name: '', strength: -1 }),
    ['getMedications', {}],
  );
  run.title('Doses: saves and repeats');
  const dose = {
    doseId: id(11),
    medicationId: id(1),
    amount: 1,
    takenAt: HOUR_AGO,
    status: 'taken',
  };
  const log = (input: object): Step => ['logDose', { ...dose, ...input }];
  const edit = (input: object): Step => ['updateDose', { doseId: id(11), ...input }];
  await run.by(
    'person',
    log({}),
    log({}),
    log({ amount: 2 }),
    log({ medicationId: missing }),
    log({ doseId: id(12), medicationId: missing }),
    log({ doseId: id(12), medicationId: missing, takenAt: IN_A_DAY }),
    log({ doseId: id(12), takenAt: IN_A_DAY }),
    log({ doseId: id(12), takenAt: IN_A_DAY, enteredAt: IN_A_DAY }),
    log({ doseId: id(13), takenAt: DAY_AGO, enteredAt: IN_A_DAY }),
    log({ doseId: id(14), scheduledFor: '2026-11-18T13:00:00.000Z', status: 'skipped' }),
    log({ doseId: id(15), scheduledFor: null }),
    log({ doseId: id(16), takenAt: '2026-11-05T13:00:00.000Z', timeZone: 'Asia/Tokyo' }),
    log({ doseId: id(17), takenAt: '1999-11-05T13:00:00.000Z' }),
    log({ doseId: id(18), medicationId: id(3) }),
    log({ doseId: id(19), amount: 0, status: 'lost' }),
  );
  run.title('Doses: edits');
  await run.by(
    'person',
    edit({}),
    edit({ amount: 2 }),
    edit({ amount: 2, version: 1 }),
    edit({ amount: 3, version: 1 }),
    edit({ amount: 3, version: 2, takenAt: '2026-11-17T02:30:00.000Z' }),
    edit({ takenAt: IN_A_DAY }),
    edit({ takenAt: IN_A_DAY, version: 1 }),
    edit({ scheduledFor: '2026-11-18T13:00:00.000Z', status: 'skipped' }),
    edit({ scheduledFor: null, status: 'taken' }),
    edit({ doseId: missing, amount: 1 }),
    edit({ doseId: missing, amount: 1, takenAt: IN_A_DAY }),
    edit({ doseId: missing, amount: -1 }),
    log({}),
  );
  run.title('Caregivers');
  await run.by('helper', edit({ amount: 1 }), log({ doseId: id(21) }), log({ amount: 2 }));
  await run.by('helper', edit({ doseId: id(21), amount: 2 }));
  await run.by('noNotes', edit({ doseId: id(21), amount: 1 }), log({ doseId: id(21) }));
  await run.by('person', edit({ doseId: id(21), amount: 4 }));
  await run.by('helper', ['deleteDose', { doseId: id(11) }], ['deleteDose', { doseId: id(21) }]);
  await run.by('noNotes', ['restoreDose', { doseId: id(21) }]);
  await run.by('helper', ['restoreDose', { doseId: id(21) }]);
  run.title('Deletion and restoration');
  await run.by(
    'person',
    ['restoreDose', { doseId: id(11) }],
    ['deleteDose', { doseId: id(11) }],
    ['deleteDose', { doseId: id(11) }],
    log({}),
    edit({ amount: 1 }),
    edit({ amount: 1, version: 1 }),
    ['getDeletedDoses', {}],
    ['restoreDose', { doseId: id(11) }],
    ['deleteDose', { doseId: missing }],
    ['restoreDose', { doseId: missing }],
    ['deleteMedication', ofVersion],
    ['deleteMedication', ofVersion],
    save({}),
    save({ version: 2 }),
    log({ doseId: id(22), takenAt: '2026-11-05T13:00:00.000Z' }),
    ['getMedications', {}],
    ['restoreMedication', ofVersion],
    ['restoreMedication', ofVersion],
    ['deleteMedication', { medicationId: missing, from: '2026-11-01' }],
    ['restoreMedication', { medicationId: id(1), from: '2026-10-01' }],
    ['deleteMedication', { medicationId: id(3), from: '2027-01-01' }],
    log({ doseId: id(23), medicationId: id(3) }),
    ['deleteMedication', { medicationId: id(2), from: '2026-11-01' }],
    save({ medicationId: id(2), name: 'Back', from: '2026-11-02' }),
    ['deleteDose', { doseId: id(13) }],
    ['getDoses', { limit: 2 }],
    ['getDoses', { from: '2026-11-05T13:00:00.000Z', to: HOUR_AGO }],
    ['getDoses', { limit: 0 }],
  );
  run.title('Everybody');
  await run.byAll(
    save({ medicationId: id(31) }),
    ['getMedications', {}],
    ['deleteMedication', { medicationId: id(31), from: '2026-11-01' }],
    ['restoreMedication', { medicationId: id(31), from: '2026-11-01' }],
    log({ doseId: id(32) }),
    edit({ doseId: id(32), amount: 2 }),
    ['deleteDose', { doseId: id(32) }],
    ['restoreDose', { doseId: id(32) }],
    ['getDoses', {}],
    ['getDeletedDoses', {}],
    log({ doseId: 'x', userId: 'nobody' }),
    edit({ doseId: missing, userId: missing }),
  );
}

export async function ofDiary(run: Recording): Promise<void> {
  const [one, two, three] = [
    '2026-11-18T15:00:00.000Z',
    '2026-11-18T15:30:00.000Z',
    '2026-11-18T16:00:00.000Z',
  ];
  const later = '2026-11-18T17:00:00.000Z';
  const entry = (slot: string, state: string, more: object = {}) => ({
    ...{ slot, state, enteredAt: HOUR_AGO },
    ...more,
  });
  const save = (entries: readonly object[], more: object = {}): Step => [
    'saveDiary',
    { entries, ...more },
  ];
  run.title('Saves and repeats');
  await run.by(
    'person',
    save([entry(two, 'off'), entry(one, 'on')]),
    save([entry(one, 'on'), entry(two, 'off')]),
    save([entry(one, 'on'), entry(three, 'asleep')]),
    save([entry(one, 'off')]),
    save([entry(one, 'off'), entry(later, 'on')]),
    save([entry(later, 'on')]),
    save([entry(later, 'on', { version: 1 })]),
    save([entry('2026-11-18T15:10:00.000Z', 'on')]),
    save([entry('2026-11-18T15:10:00.000Z', 'on'), entry(later, 'on')]),
    save([entry('2026-11-17T15:15:00.000Z', 'on')], { timeZone: 'Asia/Kathmandu' }),
    save([entry('2026-11-17T15:00:00.000Z', 'troublesome', { enteredAt: IN_A_DAY })]),
    save([entry('2026-11-17T15:30:00.000Z', 'dyskinesia')]),
    save([entry(one, 'on'), entry(one, 'on')]),
    save([]),
  );
  run.title('Edits');
  await run.by(
    'person',
    save([entry(one, 'off', { version: 1 })]),
    save([entry(one, 'off', { version: 1 })]),
    save([entry(one, 'asleep', { version: 1 }), entry(two, 'on', { version: 1 })]),
    save([entry(one, 'asleep', { version: 2 }), entry(two, 'on', { version: 1 })]),
    save([entry('2026-11-10T15:00:00.000Z', 'on', { version: 1 })]),
    save([entry('2026-11-10T15:00:00.000Z', 'on', { version: 1 }), entry(later, 'on')]),
    save([entry(one, 'on', { version: 1 }), entry('2026-11-10T15:00:00.000Z', 'on')]),
  );
  run.title('Caregivers');
  const four = '2026-11-18T14:00:00.000Z';
  await run.by('helper', save([entry(one, 'on')]), save([entry(one, 'on', { version: 3 })]));
  await run.by('helper', save([entry(four, 'on')]), save([entry(four, 'on')]));
  await run.by('noNotes', save([entry(four, 'off')]), save([entry(four, 'off', { version: 1 })]));
  await run.by('helper', save([entry(four, 'off', { version: 1 })]));
  await run.by('person', save([entry(four, 'on', { version: 2 })]));
  await run.by('helper', save([entry(four, 'off', { version: 3 })]));
  run.title('Deletion and restoration');
  const gone: Step = ['deleteDiary', { slots: [two, one] }];
  const back: Step = ['restoreDiary', { slots: [one, two] }];
  await run.by('helper', gone, ['deleteDiary', { slots: [four] }]);
  await run.by(
    'person',
    back,
    gone,
    gone,
    ['deleteDiary', { slots: [one, three] }],
    save([entry(one, 'on')]),
    save([entry(two, 'on', { version: 2 })]),
    ['getDeletedDiary', {}],
    ['restoreDiary', { slots: [one, '2026-11-10T15:00:00.000Z'] }],
    back,
    ['deleteDiary', { slots: ['2026-11-10T15:00:00.000Z'] }],
    gone,
    save([entry(one, 'off', { enteredAt: IN_A_DAY })]),
    ['deleteDiary', { slots: [] }],
    ['deleteDiary', { slots: [three] }],
  );
  await run.by('helper', save([entry(three, 'on', { enteredAt: IN_A_DAY })]), [
    'restoreDiary',
    { slots: [three] },
  ]);
  run.title('Everybody');
  const five = '2026-11-18T13:00:00.000Z';
  await run.byAll(
    save([entry(five, 'on')]),
    ['getDiary', { from: DAY_AGO, to: IN_A_DAY }],
    ['getDiary', { from: IN_A_DAY, to: DAY_AGO }],
    ['getDiary', { from: '2020-01-01T00:00:00.000Z', to: IN_A_DAY }],
    ['deleteDiary', { slots: [five] }],
    ['restoreDiary', { slots: [five] }],
    ['getDeletedDiary', {}],
    save([], { userId: 'nobody' }),
    save([entry(later, 'on')], { userId: missing }),
  );
}

export async function ofVisits(run: Recording): Promise<void> {
  const day = '2026-12-03';
  const save = (input: object): Step => [
    'saveVisit',
    { visitId: id(1), day, topics: ['Freezing', NOTE], ...input },
  ];
  const ofOne: Record<string, unknown> = { visitId: id(1) };
  run.title('Saves, repeats and edits');
  await run.by(
    'person',
    save({}),
    save({}),
    save({ topics: [] }),
    save({ topics: [], version: 1 }),
    save({ topics: [], version: 1 }),
    save({ topics: ['Sleep'], version: 1 }),
    save({ visitId: id(2), day: null, topics: ['Balance'] }),
    save({ visitId: id(3), day: null }),
    save({ visitId: id(3), day: null, version: 1 }),
    save({ visitId: id(3), version: 1 }),
    save({ day: null, version: 2 }),
    save({ day: null, version: 1 }),
    save({ visitId: id(4), day: '2020-01-01', enteredAt: IN_A_DAY, timeZone: 'Asia/Tokyo' }),
    save({ visitId: id(5), topics: ['', 'x'] }),
    save({ visitId: id(5), topics: undefined }),
    save({ visitId: id(5), day: undefined }),
    ['getVisits', {}],
  );
  run.title('Deletion and restoration');
  await run.by(
    'person',
    ['deleteVisit', ofOne],
    ['deleteVisit', ofOne],
    save({}),
    save({ version: 2 }),
    ['getDeletedVisits', {}],
    ['restoreVisit', ofOne],
    ['restoreVisit', ofOne],
    ['deleteVisit', { visitId: id(2) }],
    save({ visitId: id(6), day: null, topics: [] }),
    ['restoreVisit', { visitId: id(2) }],
    save({ visitId: id(2), day: null, topics: ['Balance'] }),
    ['deleteVisit', { visitId: missing }],
    ['restoreVisit', { visitId: missing }],
  );
  run.title('Everybody');
  await run.byAll(
    save({ visitId: id(7) }),
    ['getVisits', {}],
    ['getVisitSummary', {}],
    ['deleteVisit', { visitId: id(7) }],
    ['restoreVisit', { visitId: id(7) }],
    ['getDeletedVisits', {}],
    save({ visitId: 'x', userId: 'nobody' }),
    save({ visitId: id(3), day: null, userId: missing }),
  );
}

export async function ofForms(run: Recording): Promise<void> {
  const tremor = { symptom1: { name: 'Tremor', severity: 4, notes: NOTE } };
  const both = { ...tremor, symptom2: { name: 'Stiffness', severity: 2, notes: '' } };
  const save = (formData: object, more: object = {}): Step => [
    'saveSymptomForm',
    { formData, ...more },
  ];
  const edit = (formData: object, more: object = {}): Step => [
    'updateSymptoms',
    { action: 'form', formData, ...more },
  ];
  run.title('Saves and repeats');
  await run.by(
    'person',
    save(both),
    save(tremor, { submissionId: id(1), enteredAt: HOUR_AGO, timeZone: 'Europe/Berlin' }),
    save(both, { submissionId: id(1) }),
    save(tremor, { submissionId: id(1), loggedAt: IN_A_DAY }),
    save(tremor, { submissionId: id(2), loggedAt: DAY_AGO }),
    save(tremor, { submissionId: id(3), loggedAt: IN_A_DAY }),
    save(tremor, { submissionId: id(3), loggedAt: HOUR_AGO, enteredAt: DAY_AGO }),
    save(tremor, { submissionId: id(3), enteredAt: IN_A_DAY }),
    save({ symptom1: { name: 'Cramps', severity: 3, notes: '' } }),
    save({ symptom1: { name: 'Cramps', severity: 3, notes: '' } }, { loggedAt: IN_A_DAY }),
    save({ symptom5: { name: 'Tremor', severity: 3, notes: '' } }),
    save({ symptom1: { name: 'tremor', severity: 1, notes: '' } }),
    save({ symptom1: { name: 'Tremor', severity: 6, notes: '' } }),
    save({ ...tremor, symptom2: { name: 'TREMOR', severity: 2, notes: '' } }),
    save({}),
  );
  run.title('Edits');
  const one = { formNumber: 1 };
  await run.by(
    'person',
    edit({ ...one, symptom1: { severity: 1 } }),
    edit({ ...one, symptom1: { severity: 1 } }),
    edit({ ...one, symptom1: { severity: 2, notes: '' } }, { version: 1 }),
    edit({ ...one, symptom1: { severity: 2, notes: 'New' } }, { version: 2 }),
    edit({ ...one, symptom1: { name: 'Cramps', severity: 2 } }),
    edit({ ...one, symptom3: { name: 'Balance', severity: 5, notes: 'Added' } }),
    edit({ ...one, symptom3: { severity: 5 } }),
    edit({ ...one, symptom4: { severity: 5 } }),
    edit({ ...one, symptom4: { name: 'Cramps', severity: 5 } }),
    edit({ ...one, symptom4: { name: 'Tremor', severity: 5 } }),
    edit({ ...one, symptom1: { severity: 2 } }, { loggedAt: DAY_AGO }),
    edit({ ...one, symptom1: { severity: 2 } }, { loggedAt: IN_A_DAY }),
    edit({ ...one, symptom1: { severity: 2 } }, { loggedAt: IN_A_DAY, version: 1 }),
    edit({ formNumber: 99, symptom1: { severity: 2 } }),
    edit({ formNumber: 99, symptom1: { severity: 2 } }, { loggedAt: IN_A_DAY }),
    edit({ formNumber: 99, symptom1: { severity: 9 } }),
    edit({ formNumber: 1 }),
  );
  run.title('Caregivers');
  await run.by(
    'helper',
    save(tremor, { submissionId: id(11) }),
    edit({ ...one, symptom1: { severity: 5 } }),
  );
  await run.by('helper', edit({ formNumber: 5, symptom1: { severity: 5 } }));
  await run.by('noNotes', save(tremor, { submissionId: id(11) }));
  await run.by('noNotes', save(tremor, { submissionId: id(12) }));
  await run.by('noNotes', edit({ formNumber: 6, symptom1: { severity: 2, notes: 'Mine' } }));
  await run.by('noNotes', edit({ formNumber: 5, symptom1: { severity: 2 } }));
  await run.by('person', edit({ formNumber: 6, symptom1: { severity: 3 } }));
  await run.by('noNotes', edit({ formNumber: 6, symptom1: { severity: 4 } }));
  await run.by('helper', ['deleteForm', one], ['deleteForm', { formNumber: 5 }]);
  await run.by('helper', ['restoreForm', { formNumber: 5 }]);
  run.title('Names that change');
  await run.by(
    'person',
    ['updateSymptoms', { action: 'update', symptom1: 'Freezing', symptom2: '' }],
    save(both),
    save({ symptom1: { name: 'Freezing', severity: 4, notes: '' } }),
    edit({ ...one, symptom2: { severity: 5 } }),
    ['undoSymptomChange', {}],
  );
  run.title('Deletion and restoration');
  await run.by(
    'person',
    ['restoreForm', one],
    ['deleteForm', one],
    ['deleteForm', one],
    edit({ ...one, symptom1: { severity: 3 } }),
    edit({ ...one, symptom1: { severity: 3 } }, { version: 1 }),
    save(tremor, { submissionId: id(1) }),
    ['getDeletedForms', {}],
    ['restoreForm', one],
    ['deleteForm', { formNumber: 99 }],
    ['restoreForm', { formNumber: 99 }],
    ['deleteForm', { formNumber: 2 }],
    save(tremor, { submissionId: id(1) }),
    ['getUserForms', { limit: 2 }],
    ['getUserForms', { before: 3 }],
    ['getUserForms', { formNumber: 1 }],
    ['getUserForms', { formNumber: 2 }],
    ['getUserForms', { from: DAY_AGO, to: HOUR_AGO }],
    ['searchForms', { search: 'SLEPT' }],
    ['searchForms', { search: 'nothing' }],
    ['getFormDays', { from: '2026-11-01', to: '2026-11-30' }],
  );
  run.title('Everybody');
  await run.byAll(
    save(tremor, { submissionId: id(21) }),
    edit({ formNumber: 3, symptom1: { severity: 2 } }),
    ['getUserForms', {}],
    ['searchForms', { search: 'slept' }],
    ['getFormDays', { from: '2026-11-01', to: '2026-11-30' }],
    ['deleteForm', { formNumber: 3 }],
    ['restoreForm', { formNumber: 3 }],
    ['getDeletedForms', {}],
    save({}, { userId: 'nobody' }),
    edit({ formNumber: 99, symptom1: { severity: 2 } }, { userId: missing }),
  );
}
