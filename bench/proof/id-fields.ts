import type { CallName } from '../../src/contract/calls.ts';
import { fieldsIn, type JsonSchema } from './api-document.ts';

/** Names that say which one of something is meant, or prove that it is one's own. */
const ID_LIKE =
  /(^i|I)d$|Number$|Index$|Key$|^(before|after|challenge|code|email|sheetName|token|version)$/;

/** Every field of an input that is like an id, by its whole path. */
export function idFieldsIn(schema: JsonSchema, path: readonly string[] = []): string[] {
  const inItems = schema.items ? idFieldsIn(schema.items as JsonSchema, path) : [];
  const inFields = Object.entries(fieldsIn(schema)).flatMap(([name, field]) => {
    const whole = [...path, name];
    return [...(ID_LIKE.test(name) ? [whole.join('.')] : []), ...idFieldsIn(field, whole)];
  });
  return [...new Set([...inItems, ...inFields])];
}

/** Fields that are like an id and lead to nothing of another's, each with the reason. */
export const LEADING_NOWHERE: Partial<Record<CallName, Readonly<Record<string, string>>>> = {
  signUp: { email: 'answers whether it has an account, as the spec has it' },
  signIn: { email: 'worth nothing without its password: the row of guessing' },
  sendSignInLink: { email: 'answers the same whoever it is' },
  updateSymptoms: {
    symptomKey: 'a place among one’s own five slots',
    rowIndex: 'taken and left alone',
    version: 'of the form that the number names',
  },
  deleteSymptom: { symptomNumber: 'a place among one’s own five slots' },
};
