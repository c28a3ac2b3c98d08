import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Helped, Profile, SessionUser } from '../../contract/entities.ts';
import { OWN_TRACKER, TRACKER, trackerAt } from '../../contract/page-data.ts';
import { NO_SYMPTOM_ENTERED, SYMPTOM_KEYS } from '../../domain/symptoms.ts';
import { isStatus } from '../platform/client.ts';
import { keepText, readText } from '../platform/kept-text.ts';
import { keys } from '../platform/keys.ts';
import { setParameter, useAddress } from '../platform/navigation.tsx';
import { profileQuery } from '../profile/queries.ts';

/** Whose tracker is shown: the signed-in person's own, or that of somebody whom they help. */
export interface ShownTracker {
  /** Undefined for the signed-in person's own tracker. */
  readonly helping: Helped | undefined;
  /** The person of the tracker; undefined until their profile has loaded. */
  readonly user: SessionUser | undefined;
  readonly isError: boolean;
  /** @param ownerId the person of the tracker to show, also when the page is opened again */
  readonly show: (ownerId: string) => void;
  /** Shows the signed-in person's own tracker on this page. */
  readonly showOwn: () => void;
}

function choiceKey(me: SessionUser): string {
  return `tracker ${me.id}`;
}

/** Stores the choice of a tracker, for a page that is opened without one in its address. */
export function chooseTracker(me: SessionUser, ownerId: string): void {
  keepText(choiceKey(me), ownerId);
}

/**
 * The owner of the tracker that was chosen last. Before the first choice: the signed-in person, or, if the signed-in
 * person has never tracked symptoms, the first person whom they help.
 */
function chosenFor(me: SessionUser): string {
  const chosen = readText(choiceKey(me));
  const [first] = me.helps;
  if (chosen !== null || !first) return chosen ?? me.id;
  const tracks = SYMPTOM_KEYS.some((key) => me[key] !== '' && me[key] !== NO_SYMPTOM_ENTERED);
  return tracks || me.pastSymptoms.length > 0 ? me.id : first.userId;
}

/**
 * The tracker of the page. For somebody who helps others, the address names it, so that a reload shows the same one, also
 * if another window shows another one, and so that the server can render it. A step in the history does not change it.
 */
export function useShownTracker(me: SessionUser): ShownTracker {
  const client = useQueryClient();
  const { path, parameters } = useAddress();
  const [chosen, setChosen] = useState(
    () => trackerAt(`${path}?${parameters}`, me) ?? chosenFor(me),
  );
  // Undefined for the person's own tracker, and if the access to the chosen tracker has ended.
  const helping = me.helps.find(({ userId }) => userId === chosen);
  const named = me.helps.length > 0 ? (helping?.userId ?? OWN_TRACKER) : undefined;
  // The next screen may be loading, which has no tracker in its address.
  const isWrong = path === '/dashboard' && (parameters.get(TRACKER) ?? undefined) !== named;
  useEffect(() => {
    if (isWrong) setParameter(TRACKER, named);
  }, [isWrong, named]);
  const { data, isError, error } = useQuery({
    ...profileQuery(helping?.userId ?? me.id),
    enabled: helping !== undefined,
  });
  useEffect(() => {
    if (isStatus(error, 404)) void client.invalidateQueries({ queryKey: keys.session });
  }, [client, error]);
  return {
    helping,
    user: helping ? data && personOf(data, me) : me,
    isError,
    show(ownerId) {
      chooseTracker(me, ownerId);
      setChosen(ownerId);
    },
    showOwn: () => setChosen(me.id),
  };
}

/** The person of a tracker, with the formats of times and dates that the caregiver has chosen. */
function personOf({ userId, ...profile }: Profile, { hourCycle, dateOrder }: SessionUser) {
  return {
    ...profile,
    ...{ hourCycle, dateOrder, id: userId },
    ...{ imageUrl: '', isNewUser: false, hasProfile: true, helps: [], accepted: [], waitsFor: [] },
    asksAddress: false,
  };
}

/** 'Grace’s tracker'. */
export function trackerName({ firstName, name }: Pick<Helped, 'firstName' | 'name'>): string {
  return `${firstName || name}’s tracker`;
}

/** 'For Grace Hopper'. The whole name, because a caregiver may share a first name with the person. */
export function forWhom({ firstName, name }: Pick<Helped, 'firstName' | 'name'>): string {
  return `For ${name || firstName}`;
}
