import { capitalized } from '../../domain/capitalized.ts';
import {
  type CheckInAnswers,
  type DizzyAnswer,
  MAX_MOOD,
  type MedicationAnswer,
  type MoreQuestion,
} from '../../domain/check-in.ts';
import { counted } from '../../domain/counted.ts';

/** The answers to 'Medication as planned?'. */
export const MEDICATION_WORDS: Readonly<Record<MedicationAnswer, string>> = {
  'as planned': 'Yes',
  partly: 'Partly',
  no: 'No',
};

export const DIZZY_WORDS: Readonly<Record<DizzyAnswer, string>> = {
  no: 'No',
  once: 'Once',
  often: 'Often',
};

/** The questions that a person can add. */
export const QUESTION_WORDS: Readonly<Record<MoreQuestion, string>> = {
  bowels: 'Bowel movement',
  naps: 'Naps',
  dizzy: 'Dizziness',
};

/** From the lowest mood to the highest. The hyphen in 'So-so' allows no line break. */
export const MOOD_WORDS = ['Very low', 'Low', 'So\u2011so', 'Good', 'Very good'];

/** '7½ hours', '1 hour'. */
export function hoursText(hours: number): string {
  const whole = Math.floor(hours);
  const part = { 0.25: '¼', 0.5: '½', 0.75: '¾' }[hours - whole] ?? '';
  const number = whole === 0 && part ? part : `${whole}${part}`;
  return `${number} ${hours > 1 || hours === 0 ? 'hours' : 'hour'}`;
}

export function minutesText(minutes: number): string {
  return counted(minutes, 'minute');
}

/** '4 of 5, good'. */
export function moodText(mood: number): string {
  return `${mood} of ${MAX_MOOD}, ${MOOD_WORDS[mood - 1]?.toLowerCase()}`;
}

/**
 * What was answered, in one line: 'Medication as planned, exercise 30 minutes, sleep 7½ hours, mood 4 of 5, good, bowel
 * movement, naps 20 minutes, dizzy once'.
 */
export function answersText(answers: CheckInAnswers): string {
  const { medication, exerciseMinutes, sleepHours, mood, bowels, naps, dizzy } = answers;
  const parts = [
    medication && `medication ${medication}`,
    exerciseMinutes !== null && `exercise ${minutesText(exerciseMinutes)}`,
    sleepHours !== null && `sleep ${hoursText(sleepHours)}`,
    mood !== null && `mood ${moodText(mood)}`,
    bowels !== null && bowelsText(bowels),
    naps !== null && `naps ${minutesText(naps)}`,
    dizzy && dizzyText(dizzy),
  ];
  const text = parts.filter((each) => typeof each === 'string').join(', ');
  return capitalized(text);
}

/** The same in few words: '30 min exercise, 7½ h sleep, good'. Medication that was not as planned comes first. */
export function shortAnswersText(answers: CheckInAnswers): string {
  const { medication, exerciseMinutes, sleepHours, mood, bowels, naps, dizzy } = answers;
  const parts = [
    medication && medication !== 'as planned' && `medication ${medication}`,
    exerciseMinutes !== null && `${exerciseMinutes} min exercise`,
    sleepHours !== null && `${hoursText(sleepHours).replace(/ hours?$/, '')} h sleep`,
    mood !== null && MOOD_WORDS[mood - 1]?.toLowerCase(),
    bowels !== null && bowelsText(bowels),
    naps !== null && `${naps} min naps`,
    dizzy && dizzyText(dizzy),
  ];
  const text = parts.filter((each) => typeof each === 'string').join(', ');
  return capitalized(text || answersText(answers));
}

function bowelsText(moved: boolean): string {
  return moved ? 'bowel movement' : 'no bowel movement';
}

function dizzyText(answer: DizzyAnswer): string {
  return answer === 'no' ? 'not dizzy' : `dizzy ${answer}`;
}
