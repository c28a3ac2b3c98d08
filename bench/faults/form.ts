import type { Fault } from './fault.ts';

/** Faults of the form and of the notices around it. */
export const FORM_FAULTS: readonly Fault[] = [
  {
    name: 'The browser’s Back leaves the page and not the form',
    file: 'features/overview/form-dialog.tsx',
    find: "useCloseOnBack(isUnsaved(draft) && status !== 'waiting', close);",
    replace: "useCloseOnBack(isUnsaved(draft) && status === 'waiting', close);",
    old: ['form.spec.ts', 'the browser’s Back closes the form'],
    new: ['e2e/unfinished-form.spec.ts'],
  },
  {
    name: 'A form counts as begun long ago after six minutes',
    file: 'features/overview/form-dialog.tsx',
    find: 'const LONG_MS = 3_600_000;',
    replace: 'const LONG_MS = 360_000;',
    old: ['begun.spec.ts', 'a form that was begun long ago'],
    new: ['src/web/features/overview/form-dialog.test.tsx'],
  },
  {
    name: 'After Reload the focus is lost with the button that was pressed',
    file: 'features/overview/form-dialog.tsx',
    find: `        store.rebase(newest);
        // The button that was pressed is unmounted.
        send.current?.focus();`,
    replace: '        store.rebase(newest);',
    old: ['form.spec.ts', 'an edit of a form that was changed elsewhere'],
    new: ['src/web/features/overview/form-dialog.test.tsx'],
  },
  {
    name: 'Close does nothing while an edit is being saved, and nothing says why',
    file: 'features/overview/form-dialog.tsx',
    find: 'setIsClosedEarly(!(await store.close()));',
    replace: 'setIsClosedEarly(await store.close());',
    old: ['form.spec.ts', 'who closes an edit that is being saved'],
    new: ['src/web/features/overview/form-dialog.test.tsx'],
  },
  {
    name: 'A note loses the focus when the newest profile arrives with the symptoms in another order',
    file: 'features/overview/form-fields.tsx',
    find: `        {ratings.map((rating) => (
          // Keyed by name, because the symptom may be in another slot once the newest profile has arrived.
          <SymptomFields key={rating.name}`,
    replace: `        {ratings.map((rating, index) => (
          <SymptomFields key={index}`,
    old: ['form.spec.ts', 'a network that swallows the profile'],
    new: ['src/web/features/overview/form-dialog.test.tsx'],
  },
  {
    name: 'A note that is emptied disappears while it is being written',
    file: 'features/overview/symptom-fields.tsx',
    find: `  const [hadNotes, setHadNotes] = useState(false);
  if (notes && !hadNotes) setHadNotes(true);`,
    replace: "  const hadNotes = notes !== '';",
    old: ['form.spec.ts', 'a note that is emptied stays open'],
    new: ['src/web/features/overview/form-dialog.test.tsx'],
  },
  {
    name: 'A digit with the Meta key changes the severity as well as the browser’s tab',
    file: 'ui/stop-slider.tsx',
    find: 'if (event.ctrlKey || event.altKey || event.metaKey) return;',
    replace: 'if (event.ctrlKey || event.altKey) return;',
    old: ['stops.spec.ts', 'a digit chooses its stop'],
    new: ['src/web/ui/stop-slider.test.tsx'],
  },
  {
    name: 'A stop that was tapped does not give the keyboard its slider',
    file: 'ui/stop-slider.tsx',
    find: `              onChange(stop.value);
              // The keyboard continues from the stop that was pressed.
              range.current?.focus({ preventScroll: true });`,
    replace: '              onChange(stop.value);',
    old: ['taps.spec.ts', 'a stop that was tapped hands the keyboard'],
    new: ['e2e/taps.spec.ts'],
  },
  {
    name: 'A form that could not be loaded again does not say so',
    file: 'features/overview/save-problem.tsx',
    find: '{isNotReloaded && (',
    replace: '{isNotReloaded && isReloading && (',
    old: ['form.spec.ts', 'an edit of a form that was changed elsewhere'],
    new: ['src/web/features/overview/form-dialog.test.tsx'],
  },
  {
    name: 'The time that the fields show is not the time that is saved',
    file: 'features/overview/time-field.tsx',
    find: `    isMoved.current = true;
    if (loggedAt === undefined) onChange(new Date(shown).toISOString());`,
    replace: '    isMoved.current = true;',
    old: ['when.spec.ts', 'the time that is shown is the time that is saved'],
    new: ['src/web/features/overview/form-dialog.test.tsx'],
  },
  {
    name: 'A device in New York is told that it is set to another time zone',
    file: 'features/overview/time-field.tsx',
    find: 'return new Date(instant - offset).toISOString()',
    replace: 'return new Date(instant + offset).toISOString()',
    old: ['when.spec.ts', 'there is nothing to add'],
    new: ['src/web/features/overview/form-dialog.test.tsx'],
  },
  {
    name: 'A form for an earlier time is reported as if its time could not be changed',
    file: 'features/overview/saved-message.ts',
    find: 'const meant = Date.parse(loggedAt ?? submittedAt);',
    replace: 'const meant = Date.parse(submittedAt);',
    old: ['kept.spec.ts', 'a form may be for an earlier time'],
    new: ['src/web/features/overview/saved-message.test.ts'],
  },
  {
    name: 'A refused form is named by the time of Submit and not by its own time',
    file: 'features/overview/waiting-forms.tsx',
    find: "formTime(draft.loggedAt ?? submission?.enteredAt ?? '', zone)",
    replace: "formTime(submission?.enteredAt ?? '', zone)",
    old: ['waiting.spec.ts', 'a form that waited and is not taken'],
    new: ['src/web/features/overview/form-dialog.test.tsx'],
  },
  {
    name: 'Undo does not bring back a form that was discarded',
    file: 'features/overview/overview.tsx',
    find: 'onPress={() => store.restore(submissionId)}',
    replace: 'onPress={() => store.reopen(submissionId)}',
    old: ['kept.spec.ts', 'a reload keeps what was typed'],
    new: ['src/web/features/overview/form-dialog.test.tsx'],
  },
];
