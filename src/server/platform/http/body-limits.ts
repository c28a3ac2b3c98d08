/** The limit of a body without a session (bytes). The longest is an error report with its places. */
export const SIGNED_OUT_BODY_BYTES = 16_384;
/** The limit of a body with a session (bytes), except for files. */
export const MAX_BODY_BYTES = 1_048_576;
