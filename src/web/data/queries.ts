import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { calls } from '../../contract/calls.ts';
import type { Input } from '../../contract/endpoints.ts';
import {
  EXPORT_TOTAL_HEADER,
  type ExportFormat,
  type ImportFormat,
} from '../../contract/file-formats.ts';
import type { ImportFault } from '../../contract/open-formats.ts';
import { ApiError, refusal } from '../platform/client.ts';
import { bytesOf, callLong, type LongWork, type Progress } from '../platform/long-work.ts';
import { nameIn, saveFile } from '../platform/save-file.ts';
import { renewSession } from '../platform/session.ts';

/** A long-running call with its progress and a way to cancel it. Cancelling is not an error. */
function useLongWork<Asked, Done>(work: (asked: Asked, run: LongWork) => Promise<Done>) {
  const [progress, setProgress] = useState<Progress>();
  const running = useRef<AbortController>(undefined);
  const mutation = useMutation({
    mutationFn: async (asked: Asked): Promise<Done | 'cancelled'> => {
      const ending = new AbortController();
      running.current = ending;
      setProgress(undefined);
      try {
        return await work(asked, { onProgress: setProgress, signal: ending.signal });
      } catch (error) {
        if (ending.signal.aborted) return 'cancelled';
        throw error;
      }
    },
  });
  return { ...mutation, progress, cancel: () => running.current?.abort() };
}

export type ReportRequest = Pick<Input<'sendExportEmail'>, 'from' | 'to' | 'paper' | 'extent'>;

/** Saves the report on the device as a PDF. */
export function useReport({ id, email }: { readonly id: string; readonly email: string }) {
  return useLongWork(async (request: ReportRequest, run) => {
    const asked = { userId: id, email, method: 'simple' as const, ...request };
    const { base64Data, fileName } = await callLong('sendExportEmail', asked, run);
    if (!base64Data || !fileName) throw new Error('The answer holds no report');
    const bytes = Uint8Array.from(atob(base64Data), (char) => char.charCodeAt(0));
    saveFile(fileName, new Blob([bytes], { type: 'application/pdf' }));
  });
}

/** Sends the report by email. */
export function useMailReport({ id, email }: { readonly id: string; readonly email: string }) {
  return useLongWork((request: ReportRequest, run) =>
    callLong('sendExportEmail', { userId: id, email, method: 'email', ...request }, run),
  );
}

/** Saves all data of the account on the device as a file. */
export function useExport(userId: string) {
  return useLongWork(async (format: ExportFormat, { signal, onProgress }) => {
    const { path } = calls.exportData;
    const response = await fetch(`${path}?${new URLSearchParams({ userId, format })}`, { signal });
    if (!response.ok) throw await refusal(response);
    const total = Number(response.headers.get(EXPORT_TOTAL_HEADER));
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let lines = 0;
    for await (const bytes of bytesOf(response)) {
      pieces.push(bytes);
      for (const byte of bytes) if (byte === LINE_FEED) lines += 1;
      // A line break in a note counts as a line here but not in the total, so `lines` may exceed the total.
      onProgress({ done: Math.min(lines, total), total });
    }
    const type = response.headers.get('content-type') ?? '';
    saveFile(nameIn(response), new Blob(pieces, { type }));
  });
}

const LINE_FEED = 10;

/** Imports a file, or only previews what an import would add. */
export function useImport(userId: string) {
  const client = useQueryClient();
  return useLongWork(
    async (file: { format: ImportFormat; content: string; dryRun: boolean }, run) => {
      try {
        return await callLong('importData', { userId, ...file }, run);
      } finally {
        // The server may have committed the import although the call failed or was cancelled, so reload the data in any
        // case.
        if (!file.dryRun) {
          await renewSession(client);
          await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === userId });
        }
      }
    },
  );
}

/** The faults of an import file; empty if the error does not list any. */
export function faultsIn(error: unknown): readonly ImportFault[] {
  if (!(error instanceof ApiError)) return [];
  const { faults = [] } = (error.answer ?? {}) as { faults?: readonly ImportFault[] };
  return faults;
}
