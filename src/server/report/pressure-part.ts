import { bloodPressure } from '../../contract/kinds/blood-pressure.ts';
import { pressureSection } from '../../domain/pressure-section.ts';
import { entriesOf } from '../entries/queries/find.ts';
import type { VisitPart } from './visit-part.ts';

/** Readings of blood pressure, by sitting. */
export const pressurePart: VisitPart = {
  name: 'bloodPressure',
  async read(db, userId, { order: { period, dateStyle } }) {
    const { first, last } = period.days;
    const readings = await entriesOf(bloodPressure).ofDays(db, userId, { from: first, to: last });
    return {
      section: pressureSection(readings, dateStyle),
      authors: readings.map(({ author }) => author),
    };
  },
};
