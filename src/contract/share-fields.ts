import { byPart, MAX_PASSCODE_LENGTH, MIN_PASSCODE_LENGTH, partOf } from '../domain/share.ts';
import { MAX_NAME_LENGTH } from '../domain/symptoms.ts';
import { flag, linkCode, name, object, submissionId } from './fields.ts';

/** The input fields of the calls for sharing. Their rules are as in `fields.ts`. */

export const shareId = submissionId;
/** Whom the link is for, in the person's own words. */
export const shareLabel = name(1, MAX_NAME_LENGTH);

/** A part that is later may be missing. */
const partFlags = byPart((part) => (partOf(part).isLater ? flag.default(false) : flag));
export const shareScope = object(partFlags);

/** A new passcode. Spaces around it are removed. */
export const passcode = name(MIN_PASSCODE_LENGTH, MAX_PASSCODE_LENGTH);
/** A passcode that a reader tries. It may be shorter than a new one, and is then wrong. */
export const triedPasscode = name(0, MAX_PASSCODE_LENGTH);

/** Any text, because a link may be copied in part. An incomplete secret gets the same answer as a wrong one. */
export const shareSecret = linkCode;
