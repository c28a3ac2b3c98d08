import type { KindName } from '../../domain/unsent.ts';

/** The keys of the query cache, so that each query and each invalidation use the same key. */
export const keys = {
  session: ['session'],
  /** The browsers in which a person is signed in. */
  sessions: (userId: string) => ['sessions', userId],
  config: ['config'],
  /** Whether the person has just deleted their account in this tab. */
  farewell: ['farewell'],
  accounts: ['account'],
  account: (userId: string) => ['account', userId],
  caregivers: (userId: string) => ['caregivers', userId],
  /** The invitation that this page was opened with. */
  invitation: ['invitation'],
  activity: (userId: string) => ['activity', userId],
  /** The lists of a kind of entry: 'recent', 'within', 'deleted' and the like. */
  entries: (kind: KindName, userId: string, ...rest: readonly unknown[]) => [kind, userId, ...rest],
  forms: (userId: string, ...rest: readonly unknown[]) => ['forms', userId, ...rest],
  healthLinks: (userId: string) => ['healthLinks', userId],
  legacySheet: (userId: string) => ['legacySheet', userId],
  medications: (userId: string) => ['medications', userId],
  /** Whose stored answers this page shows, and whether it has fetched the session since they were restored. */
  restored: ['restored'],
  /** Whether this browser gets reminders. */
  push: ['push'],
  reminders: (userId: string) => ['reminders', userId],
  profile: (userId: string) => ['profile', userId],
  shares: (userId: string) => ['shares', userId],
  stays: (userId: string) => ['stays', userId],
  spreadsheet: (userId: string) => ['spreadsheet', userId],
  visitSummary: (userId: string, ...days: readonly unknown[]) => ['visitSummary', userId, ...days],
} as const;

/**
 * `placeholderData` that keeps the previous answer on the screen while another answer about the same person is fetched.
 */
export function formerAnswerOf(userId: string) {
  return <Data>(
    former: Data | undefined,
    query: { readonly queryKey: readonly unknown[] } | undefined,
  ) => (query?.queryKey[1] === userId ? former : undefined);
}
