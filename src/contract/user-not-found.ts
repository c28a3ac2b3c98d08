/** Separate from the other errors, so that the overview can recognize it without loading the table of all errors. */
export const userNotFound = { status: 404, message: 'User not found' } as const;
