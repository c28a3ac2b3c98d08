import { z } from 'zod';
import {
  BROWSER,
  ERROR_TYPES,
  isKnownMessage,
  MAX_PLACES,
  PLACE,
} from '../domain/browser-error.ts';
import { object, rule } from './fields.ts';

const typeRule = 'must be a known type of error';
const messageRule = 'must be a known message of a browser';
const placeRule = 'must be a file of the app with line and column';
const placesRule = `must be a list of 1 to ${MAX_PLACES} places`;
const browserRule = 'must be a browser and its system, such as Safari 26 on iOS';

/** The report of an error in the browser. No field can contain free text. */
export const browserError = object({
  type: z.enum(ERROR_TYPES, rule(typeRule)),
  message: z.string(rule(messageRule)).refine(isKnownMessage, messageRule),
  places: z
    .array(z.string(rule(placeRule)).regex(PLACE, placeRule), rule(placesRule))
    .min(1, placesRule)
    .max(MAX_PLACES, placesRule),
  browser: z.string(rule(browserRule)).regex(BROWSER, browserRule),
});
