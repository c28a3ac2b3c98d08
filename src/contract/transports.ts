/** Where the browser finds an authenticator (WebAuthn). This file has no schemas, so that the browser does not load them. */
export const TRANSPORTS = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
] as const;
