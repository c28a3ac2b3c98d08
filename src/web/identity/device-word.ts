/** The largest shorter side of a phone's screen, in CSS pixels. Tablets are larger. */
const PHONE = 600;

/** 'phone' or 'device', as people call what they hold. */
export function deviceWord(): 'phone' | 'device' {
  const isTouched = matchMedia('(pointer: coarse)').matches;
  return isTouched && Math.min(screen.width, screen.height) < PHONE ? 'phone' : 'device';
}
