import { useMutation } from '@tanstack/react-query';
import { calls } from '../../contract/calls.ts';
import type { PaperSheet } from '../../domain/paper.ts';
import { saveAnswer } from '../platform/save-file.ts';

/** Saves a blank sheet on the device as a PDF. */
export function usePaper(userId: string) {
  return useMutation({
    mutationFn: async ({
      sheet,
      paper,
    }: {
      readonly sheet: PaperSheet;
      readonly paper: string;
    }) => {
      const query = new URLSearchParams({ userId, sheet, paper });
      await saveAnswer(await fetch(`${calls.getPaper.path}?${query}`));
    },
  });
}
