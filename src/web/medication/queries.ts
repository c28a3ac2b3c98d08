import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Input } from '../../contract/endpoints.ts';
import type { Medication } from '../../contract/entities.ts';
import { compareText } from '../../domain/sorted.ts';
import { call, isStatus } from '../platform/client.ts';
import { keys } from '../platform/keys.ts';
import { PAGE_FRESH_MS } from '../platform/page-data.ts';

function medicationsQuery(userId: string) {
  return queryOptions({
    queryKey: keys.medications(userId),
    queryFn: ({ signal }) => call('getMedications', { userId }, signal),
    staleTime: PAGE_FRESH_MS,
  });
}

/** All versions of all medications, by name, then by date. */
export function useMedications(userId: string) {
  return useQuery(medicationsQuery(userId));
}

export type MedicationValues = Omit<Input<'saveMedication'>, 'userId'>;

interface Change extends MedicationValues {
  /**
   * The version's first day before the change, if the change moves that day. The old version is deleted after the new
   * one is saved, so that a retry after a failure is safe.
   */
  readonly movedFrom?: string | undefined;
}

/** Saves a version of a medication. If another device has changed it (409), the list is fetched again. */
export function useSaveMedication(userId: string) {
  return useChange(userId, async ({ movedFrom, ...values }: Change, update) => {
    const saved = await call('saveMedication', { userId, ...values });
    await update(saved);
    if (movedFrom !== undefined) {
      const { medicationId } = values;
      await update(await call('deleteMedication', { userId, medicationId, from: movedFrom }));
    }
    return saved;
  });
}

/** The key of a version. */
export type VersionKey = Pick<Medication, 'medicationId' | 'from'>;

export function useDeleteMedication(userId: string) {
  return useChange(userId, async ({ medicationId, from }: VersionKey, update) => {
    const deleted = await call('deleteMedication', { userId, medicationId, from });
    await update(deleted);
    return deleted;
  });
}

export function useRestoreMedication(userId: string) {
  return useChange(userId, async ({ medicationId, from }: VersionKey, update) => {
    const restored = await call('restoreMedication', { userId, medicationId, from });
    await update(restored);
    return restored;
  });
}

/**
 * Changes run one after the other. The screen that makes a change shows its error beside the fields, so that the typed
 * values stay there.
 */
function useChange<Request>(
  userId: string,
  make: (request: Request, update: (version: Medication) => Promise<void>) => Promise<Medication>,
) {
  const client = useQueryClient();
  const query = medicationsQuery(userId);
  return useMutation({
    scope: { id: `medication of ${userId}` },
    meta: { showsOwnError: true },
    mutationFn: async (request: Request): Promise<Medication> => {
      try {
        return await make(request, (version) => put(client, userId, version));
      } catch (error) {
        // Another device may have changed the medication, so the error is shown beside the newest list.
        if (isStatus(error, 409) || isStatus(error, 404)) await client.invalidateQueries(query);
        throw error;
      }
    },
  });
}

/** Puts a version into the cached list at its sorted position, or removes a deleted version. */
async function put(client: QueryClient, userId: string, version: Medication): Promise<void> {
  const { queryKey } = medicationsQuery(userId);
  // A fetch that started before the change was made may be answered now, with the old list.
  await client.cancelQueries({ queryKey });
  const list = client.getQueryData(queryKey);
  if (!list) {
    void client.invalidateQueries({ queryKey });
    return;
  }
  const others = list.filter((each) => !isSameVersion(each, version));
  const all = version.deletedAt === undefined ? [...others, version] : others;
  client.setQueryData(queryKey, all.sort(inOrder));
}

/** Whether both keys mean the same version: the same medication, from the same date. */
function isSameVersion(one: VersionKey, other: VersionKey): boolean {
  return one.medicationId === other.medicationId && one.from === other.from;
}

function inOrder(one: Medication, other: Medication): number {
  return (
    compareText(one.name, other.name) ||
    compareText(one.medicationId, other.medicationId) ||
    compareText(one.from, other.from)
  );
}
