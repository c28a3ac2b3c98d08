/** The installation's time zone in tests. */
export const TIME_ZONE = 'America/New_York';
