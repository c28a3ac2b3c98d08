/** Zones with unusual rules: half-hour offsets, clock changes at midnight, a skipped day. */
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
