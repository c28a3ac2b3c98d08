import { useQuery, useQueryClient } from '@tanstack/react-query';
import { dropForm, findUnsentForms, keepForm, type OpenForm, type Submission } from './device.ts';

const keyOf = (userId: string) => ['unsent forms', userId];

/** The forms that wait for the network on this device. */
export function useUnsentForms(userId: string) {
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: () => findUnsentForms(userId),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What to do once a form waits, or waits no more. */
export function useUnsentChanged(userId: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(userId) });
}

/** Lets a form wait on this device, or takes it back. */
export function useWaitForNetwork(userId: string) {
  const { data: waiting = [] } = useUnsentForms(userId);
  const unsentChanged = useUnsentChanged(userId);
  return {
    isWaiting: (submissionId: string) =>
      waiting.some(({ form }) => form.submissionId === submissionId),
    async begin(form: OpenForm, formData: Submission['formData']) {
      const submission = { formData, enteredAt: new Date().toISOString() };
      const kept = { userId, form, isClosed: false };
      // A form that only this page remembers does not wait: it stays open.
      if (!(await keepForm({ ...kept, submission }))) await keepForm(kept);
      await unsentChanged();
    },
    /** It is not wanted any more. */
    async discard(submissionId: string) {
      await dropForm(submissionId);
      await unsentChanged();
    },
  };
}
