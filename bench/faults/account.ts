import type { Fault } from './fault.ts';

/** Faults of the profile, the settings, the header and the guards. */
export const ACCOUNT_FAULTS: readonly Fault[] = [
  {
    name: 'Undo of a deletion loses what was typed into the slot behind it',
    file: 'features/profile/use-symptom-changes.ts',
    find: 'setDrafts(last.drafts);\n',
    replace: '',
    old: ['profile.spec.ts', 'what was typed moves with its symptom'],
    new: ['src/web/features/profile/profile.test.tsx'],
  },
  {
    name: 'A symptom that could not be saved disappears from its field',
    file: 'features/profile/use-symptom-changes.ts',
    find: `      const isSaved = await change({
        slot,
        touched: [slot],
        make: () => save.mutateAsync({ symptomKey: symptomKey(slot), symptomValue }),
        done: { slot, text: \`Symptom\${slot} saved successfully!\` },
        failed: 'Error saving symptom. Please try again.',
      });
      if (!isSaved) return;`,
    replace: `      await change({
        slot,
        touched: [slot],
        make: () => save.mutateAsync({ symptomKey: symptomKey(slot), symptomValue }),
        done: { slot, text: \`Symptom\${slot} saved successfully!\` },
        failed: 'Error saving symptom. Please try again.',
      });`,
    old: ['profile.spec.ts', 'a save that cannot reach the server'],
    new: ['src/web/features/profile/profile.test.tsx'],
  },
  {
    name: 'The report leaves out the last of the chosen days',
    file: 'features/settings/report-period.ts',
    find: 'to: beginning(addDays(end, 1))',
    replace: 'to: beginning(end)',
    old: ['report.spec.ts', 'the PDF is for the days and the paper'],
    new: ['src/web/features/settings/report-download.test.tsx'],
  },
  {
    name: 'A file with nothing new does not say that its forms are here already',
    file: 'features/settings/import-preview.tsx',
    find: '{formsSkipped > 0 && (',
    replace: '{formsAdded > 0 && formsSkipped > 0 && (',
    old: ['data-files.spec.ts', 'the same file twice adds nothing'],
    new: ['src/web/features/settings/data-card.test.tsx'],
  },
  {
    name: 'A file is reported as added, and nothing was added',
    file: 'features/settings/import-data.tsx',
    find: '{ ...chosen, dryRun: false },',
    replace: '{ ...chosen, dryRun: true },',
    old: ['data-files.spec.ts', 'a table of another origin comes in'],
    new: ['src/web/features/settings/data-card.test.tsx'],
  },
  {
    name: 'A download that was cancelled is reported as failed',
    file: 'api/exports.ts',
    find: "        if (ending.signal.aborted) return 'cancelled';\n",
    replace: '',
    old: ['data-files.spec.ts', 'a file that takes long can be cancelled'],
    new: ['src/web/features/settings/data-card.test.tsx'],
  },
  {
    name: 'The settings still ask for a confirmation of the email that was just confirmed',
    file: 'api/account.ts',
    find: "await Promise.all([reload(), client.invalidateQueries({ queryKey: ['profile', userId] })]);",
    replace:
      "await Promise.all([reload, client.invalidateQueries({ queryKey: ['profile', userId] })]);",
    old: ['account.spec.ts', 'the account’s own email is confirmed'],
    new: ['src/web/features/settings/account-card.test.tsx'],
  },
  {
    name: 'Nothing says that the account was deleted',
    file: 'api/account.ts',
    find: `      await signedOut();
      client.setQueryData(FAREWELL_KEY, true);`,
    replace: `      client.setQueryData(FAREWELL_KEY, true);
      await signedOut();`,
    old: ['account.spec.ts', 'an account is deleted with the password'],
    new: ['src/web/features/settings/account-card.test.tsx'],
  },
  {
    name: 'The spreadsheet card still shows a failure when Google can be reached again',
    file: 'api/spreadsheet.ts',
    find: "data?.state === 'waiting' || data?.state === 'failed' ? LOOK_EVERY_MS : false",
    replace: "data?.state === 'waiting' ? LOOK_EVERY_MS : false",
    old: ['spreadsheet.spec.ts', 'the card says how it is'],
    new: ['src/web/features/settings/spreadsheet-card.test.tsx'],
  },
  {
    name: 'Show earlier activity adds the latest entries again',
    file: 'api/activity.ts',
    find: `    queryFn: ({ pageParam, signal }) =>
      call('getActivity', { userId, limit: PAGE, before: pageParam }, signal),`,
    replace: `    queryFn: ({ signal }) => call('getActivity', { userId, limit: PAGE }, signal),`,
    old: ['activity.spec.ts', 'someone reads by keyboard'],
    new: ['src/web/features/settings/activity-card.test.tsx'],
  },
  {
    name: 'Logging out does not ask about a form that is on this device alone',
    file: 'header.tsx',
    find: 'if (left === 0) signOut.mutate();',
    replace: 'signOut.mutate();',
    old: ['sign-out.spec.ts', 'who signs out with a form that waits'],
    new: ['e2e/unfinished-form.spec.ts'],
  },
  {
    name: 'Someone who is signed in is led to the profile and not to the overview',
    file: 'guards.tsx',
    find: "session.data.isNewUser ? '/dashboard?tab=profile' : '/dashboard'",
    replace: "session.data.isNewUser ? '/dashboard' : '/dashboard?tab=profile'",
    old: ['navigation.spec.ts', 'signed-in visitors go on to the dashboard'],
    new: ['src/web/navigation.test.tsx'],
  },
];
