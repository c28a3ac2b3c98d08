/** Zones with every kind of oddity: half hours, clock changes at midnight, a day that was skipped. */
export const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Asia/Beirut',
  'Pacific/Apia',
  'Asia/Tehran',
  'UTC',
];
