import type { TimeOfDay } from '../../domain/severity.ts';

export const TIME_OF_DAY_WORDS: Record<TimeOfDay, string> = {
  morning: 'Morning',
  afternoon: 'Afternoon',
  evening: 'Evening',
};
