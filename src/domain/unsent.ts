/** The number of entries that exist only on this device. */
export interface Unsent {
  readonly forms: number;
  readonly doses: number;
  readonly checkIns: number;
  /** Presses on a state of the diary. One press may fill several half-hours. */
  readonly diary: number;
  readonly visits: number;
}

export function countOf({ forms, doses, checkIns, diary, visits }: Unsent): number {
  return forms + doses + checkIns + diary + visits;
}

/** '1 form and 2 doses'; '' if there are none. */
export function unsentWords({ forms, doses, checkIns, diary, visits }: Unsent): string {
  const kinds = [
    counted(forms, 'form'),
    counted(doses, 'dose'),
    counted(checkIns, 'check-in'),
    counted(diary, 'entry in the diary', 'entries in the diary'),
    counted(visits, 'visit'),
  ].filter(Boolean);
  const last = kinds.pop() ?? '';
  return kinds.length > 0 ? `${kinds.join(', ')} and ${last}` : last;
}

function counted(count: number, one: string, several = `${one}s`): string {
  if (count === 0) return '';
  return `${count} ${count === 1 ? one : several}`;
}
