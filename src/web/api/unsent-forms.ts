import { useQuery, useQueryClient } from '@tanstack/react-query';
import { findUnsentForms, keepForm, type OpenForm, type Submission } from './device.ts';

const keyOf = (userId: string) => ['unsent forms', userId];

/** The forms that wait for the network on this device. */
export function useUnsentForms(userId: string) {
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: async () => {
      const forms = await findUnsentForms(userId);
      // What is known of them stays.
      if (!forms) throw new Error('The device does not answer');
      return forms;
    },
    staleTime: Number.POSITIVE_INFINITY,
    // It has waited for the device long enough.
    retry: false,
    // Another window may have sent them.
    refetchOnWindowFocus: 'always',
  });
}

/** What to do once a form waits, or waits no more. */
export function useUnsentChanged(userId: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(userId) });
}

/** Lets a form wait on this device. */
export function useWaitForNetwork(userId: string) {
  const { data: waiting = [] } = useUnsentForms(userId);
  const unsentChanged = useUnsentChanged(userId);
  return {
    isWaiting: (submissionId: string) =>
      waiting.some(({ form }) => form.submissionId === submissionId),
    /** @returns whether the device keeps it, and it waits */
    async begin(form: OpenForm, formData: Submission['formData']): Promise<boolean> {
      const submission = { formData, enteredAt: new Date().toISOString() };
      const kept = { userId, form, isClosed: false };
      // A form that only this page remembers does not wait: it stays open.
      const isWaiting = await keepForm({ ...kept, submission });
      if (!isWaiting) await keepForm(kept);
      await unsentChanged();
      return isWaiting;
    },
  };
}
