/** A file of its own, so that the overview can recognize this error without loading the table of all errors. */
export const userNotFound = { status: 404, message: 'User not found' } as const;
