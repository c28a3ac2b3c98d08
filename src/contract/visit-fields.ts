import { z } from 'zod';
import { MAX_TOPIC_LENGTH, MAX_TOPICS } from '../domain/visit.ts';
import { date, name, rule } from './fields.ts';

/** The input fields of visits. Their rules are as in `fields.ts`. */

export const visitDay = date.nullable();

const topicsRule = `must be a list of at most ${MAX_TOPICS} lines`;
/** Empty lines are left out. */
export const topics = z
  .array(name(0, MAX_TOPIC_LENGTH), rule(topicsRule))
  .max(MAX_TOPICS, topicsRule)
  .overwrite((lines) => lines.filter((line) => line !== ''));
