import type { Input } from '../../../contract/endpoints.ts';
import type { Form } from '../../../contract/entities.ts';
import { isSameTime } from '../../../domain/clocks.ts';
import { SYMPTOM_KEYS } from '../../../domain/symptoms.ts';
import { call, isStatus } from '../../platform/client.ts';
import type { Ratings } from './draft.ts';

type NewForm = Omit<Input<'saveSymptomForm'>, 'userId'>;

/** The server has a form with this id, but the form was deleted, or has values that this device never sent. */
export class SaveConflict extends Error {
  override readonly name = 'SaveConflict';
  readonly form: Form;

  constructor(form: Form) {
    const what =
      form.deletedAt === undefined
        ? 'is already saved with different answers'
        : 'was deleted on another device';
    super(`Form #${form.formNumber} ${what}.`);
    this.form = form;
  }
}

/**
 * Saves a new form once: the server answers a repeated `submissionId` with the form that the first request
 * made. If that form holds an earlier submission of this draft, the difference is saved as an edit.
 *
 * @param sent earlier submissions under the same id
 *
 * @throws SaveConflict if another window or device saved, changed or deleted the form; nothing is overwritten
 */
export async function saveNewForm(
  userId: string,
  form: NewForm,
  sent: readonly Ratings[],
): Promise<Form> {
  const saved = await call('saveSymptomForm', { userId, ...form });
  const isHeld = holds(saved, form.formData);
  if (isHeld && hasTime(saved, form.loggedAt)) return saved;
  if (saved.deletedAt !== undefined) throw new SaveConflict(saved);
  const isOurs = isHeld || sent.some((earlier) => holds(saved, earlier));
  // An edit addresses slots, and a slot of the saved form may hold another symptom than the same slot of `formData`.
  if (!isOurs || !keepsNames(saved, form.formData)) throw new SaveConflict(saved);
  try {
    return await saveEdit(userId, saved, form.formData, form.loggedAt);
  } catch (error) {
    if (!isStatus(error, 409)) throw error;
    throw new SaveConflict(await call('saveSymptomForm', { userId, ...form }));
  }
}

/**
 * Saves corrections to a form. A retry is safe, because the server accepts the same edit twice (DECISIONS 16).
 *
 * @param loggedAt the corrected time (ISO instant); without it, the time stays
 */
export async function saveEdit(
  userId: string,
  form: Form,
  formData: NewForm['formData'],
  loggedAt?: string,
): Promise<Form> {
  const { formNumber, rowIndex, sheetName, version } = form;
  const answer = await call('updateSymptoms', {
    userId,
    action: 'form',
    formData: { ...formData, formNumber },
    rowIndex,
    sheetName,
    version,
    ...(loggedAt !== undefined && { loggedAt }),
  });
  return answer as Form;
}

/**
 * Whether a form has the chosen time, if one was chosen. The times may differ by some minutes, because the server
 * replaces a time ahead of its own clock with its own time.
 */
function hasTime({ date }: Form, loggedAt: string | undefined): boolean {
  return loggedAt === undefined || isSameTime(Date.parse(loggedAt), Date.parse(date));
}

/** Whether a form holds exactly these values. */
function holds(form: Form, formData: NewForm['formData']): boolean {
  const { symptomData } = form;
  if (!hasSameNames(form, formData)) return false;
  return SYMPTOM_KEYS.every((key) => {
    const [kept, sent] = [symptomData[key], formData[key]];
    return sent?.severity === kept?.severity && (sent?.notes ?? '') === (kept?.notes ?? '');
  });
}

/** Whether each symptom of a saved form is in the same slot of `formData`, which may have more symptoms. */
function keepsNames({ symptomData }: Form, formData: NewForm['formData']): boolean {
  return SYMPTOM_KEYS.every(
    (key) => !symptomData[key] || symptomData[key].name === formData[key]?.name,
  );
}

function hasSameNames({ symptomData }: Form, formData: NewForm['formData']): boolean {
  return SYMPTOM_KEYS.every((key) => symptomData[key]?.name === formData[key]?.name);
}
