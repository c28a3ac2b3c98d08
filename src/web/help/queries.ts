import { useMutation } from '@tanstack/react-query';
import { refusal } from '../platform/client.ts';
import { paperHere, saveFile } from '../platform/save-file.ts';

/** Saves the guide on the device as a PDF, which the build has made. */
export function useGuideFile() {
  return useMutation({
    mutationFn: async () => {
      const response = await fetch(`/guide-${paperHere().toLowerCase()}.pdf`);
      if (!response.ok) throw await refusal(response);
      saveFile('Symptom Tracker Help.pdf', await response.blob());
    },
  });
}
