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
import { ApiError, isStatus, refusal } from './client.ts';
import { useFormsChanged } from './forms.ts';
import { bytesOf, callLong, type LongWork, type Progress } from './long-work.ts';
import { useSetSession } from './session.ts';

/** Work that takes long: how far it is, and a way to end it. What was ended by hand is no failure. */
function useLongWork<Asked, Done>(work: (asked: Asked, run: LongWork) => Promise<Done>) {
  const [progress, setProgress] = useState<Progress>();
  const running = useRef<AbortController>(undefined);
  const setSession = useSetSession();
  const mutation = useMutation({
    onError: (error) => {
      if (isStatus(error, 401)) setSession(null);
    },
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

export type ReportWish = Pick<Input<'sendExportEmail'>, 'from' | 'to' | 'paper'>;

/** The report as a PDF, saved on the device. */
export function useReport({ id, email }: { readonly id: string; readonly email: string }) {
  return useLongWork(async (wish: ReportWish, run) => {
    const asked = { userId: id, email, method: 'simple' as const, ...wish };
    const { base64Data, fileName } = await callLong('sendExportEmail', asked, run);
    if (!base64Data || !fileName) throw new Error('The answer holds no report');
    const bytes = Uint8Array.from(atob(base64Data), (char) => char.charCodeAt(0));
    saveFile(fileName, new Blob([bytes], { type: 'application/pdf' }));
  });
}

/** The report by mail. */
export function useMailReport({ id, email }: { readonly id: string; readonly email: string }) {
  return useLongWork((wish: ReportWish, run) =>
    callLong('sendExportEmail', { userId: id, email, method: 'email', ...wish }, run),
  );
}

/** Everything of the account as a file, saved on the device. */
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
      // A line break in a note makes a line of its own.
      onProgress({ done: Math.min(lines, total), total });
    }
    const type = response.headers.get('content-type') ?? '';
    saveFile(nameIn(response), new Blob(pieces, { type }));
  });
}

const LINE_FEED = 10;

function nameIn(response: Response): string {
  const disposition = response.headers.get('content-disposition') ?? '';
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'symptom-tracker';
}

/** Adds the forms of a file, or only tells what would be added. */
export function useImport(userId: string) {
  const formsChanged = useFormsChanged(userId);
  const client = useQueryClient();
  return useLongWork(
    async (file: { format: ImportFormat; content: string; dryRun: boolean }, run) => {
      try {
        return await callLong('importData', { userId, ...file }, run);
      } finally {
        // Even where it failed or was ended: nobody knows then what was added before.
        if (!file.dryRun) {
          await formsChanged();
          await client.invalidateQueries({ queryKey: ['profile', userId] });
        }
      }
    },
  );
}

/** What is wrong with a file, and where; none where a refusal tells nothing of that. */
export function faultsIn(error: unknown): readonly ImportFault[] {
  if (!(error instanceof ApiError)) return [];
  const { faults = [] } = (error.answer ?? {}) as { faults?: readonly ImportFault[] };
  return faults;
}

/** Lets the browser save a file, as a press on a link to it would. */
function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
