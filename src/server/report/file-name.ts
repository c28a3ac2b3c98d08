import { dateOf } from '../../domain/zone.ts';
import type { ReportOrder } from './order.ts';

/** Characters of the name, so that no file system refuses it. */
const MOST_OF_A_NAME = 60;

/**
 * 'symptom-report-Grace-Hopper-2026-11-21.pdf'. Of the name only letters and digits that are safe in any file
 * system and header; accents go, and a name in other letters is left out.
 */
export function fileNameOf({
  person,
  madeAt,
  zone,
}: Pick<ReportOrder, 'person' | 'madeAt' | 'zone'>) {
  const name = person.name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, MOST_OF_A_NAME)
    .replace(/^-+|-+$/g, '');
  return ['symptom-report', name, dateOf(madeAt, zone)].filter(Boolean).join('-').concat('.pdf');
}
