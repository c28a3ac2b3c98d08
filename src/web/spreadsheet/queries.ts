import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Spreadsheet } from '../../contract/spreadsheets.ts';
import { useFormsChanged } from '../forms/queries.ts';
import { call } from '../platform/client.ts';
import { keys } from '../platform/keys.ts';
import { forgetSheet, rememberSheet } from '../platform/session.ts';

/** How often to ask the server whether the spreadsheet is up to date (ms). */
const LOOK_EVERY_MS = 3000;

function spreadsheetQuery(userId: string) {
  return queryOptions({
    queryKey: keys.spreadsheet(userId),
    queryFn: async ({ signal }) => remembered(await call('getSpreadsheet', { userId }, signal)),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'waiting' || data?.state === 'failed' ? LOOK_EVERY_MS : false,
  });
}

/** Keeps the spreadsheet's id in local storage while the spreadsheet is on (SPEC section 3). */
function remembered(spreadsheet: Spreadsheet): Spreadsheet {
  const { state, spreadsheetId } = spreadsheet;
  if (state !== 'off' && spreadsheetId) rememberSheet(spreadsheetId);
  else forgetSheet();
  return spreadsheet;
}

/** The state of the person's own spreadsheet. */
export function useSpreadsheet(userId: string) {
  return useQuery(spreadsheetQuery(userId));
}

export function useReloadSpreadsheet(userId: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries(spreadsheetQuery(userId));
}

export function useTurnOffSpreadsheet(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('turnOffSpreadsheet', { userId }),
    onSuccess: (spreadsheet) =>
      client.setQueryData(spreadsheetQuery(userId).queryKey, remembered(spreadsheet)),
  });
}

/**
 * Previews what an import would add from the former app's sheet, which is in the person's spreadsheet. The preview is
 * fetched once, because the sheet may be long.
 */
export function useLegacyPreview(userId: string) {
  return useQuery({
    queryKey: keys.legacySheet(userId),
    queryFn: ({ signal }) => call('importLegacySheet', { userId, dryRun: true }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useImportLegacy(userId: string) {
  const reload = useReloadSpreadsheet(userId);
  const formsChanged = useFormsChanged(userId);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('importLegacySheet', { userId, dryRun: false }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.profile(userId) });
      await Promise.all([formsChanged(), reload()]);
    },
  });
}

export function useDismissLegacy(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('dismissLegacySheet', { userId }),
    onSuccess: (spreadsheet) =>
      client.setQueryData(spreadsheetQuery(userId).queryKey, remembered(spreadsheet)),
  });
}
