import type { Logger } from 'pino';
import { isPrivateAddress } from '../platform/reachable.ts';

/**
 * Notices a proxy that `TRUST_PROXY` does not name: it forwards requests, or all people seem to come from its address.
 */
export interface AddressWatch {
  /** A request came through a proxy. @param ip the address that the app believes; @param isTrusted its proxy is trusted */
  readonly noteForwarded: (ip: string, isTrusted: boolean) => void;
  readonly noteSignIn: (ip: string, userId: string) => void;
  /** What the operator should change; undefined while nothing is wrong. */
  readonly hint: () => string | undefined;
}

/** How many of the last sign-ins are compared. */
const SIGN_INS = 20;
/** People who share one device, as a family does, are fewer. */
const FEWEST_ACCOUNTS = 5;
const HINT =
  'All people seem to come from one address. If there is a proxy in front of the app, set TRUST_PROXY to the address that it connects from. Until then the failed attempts of one person count for everybody';
const FORWARDED_HINT =
  'A proxy that TRUST_PROXY does not name forwards requests. Set TRUST_PROXY to the address that it connects from. Until then the failed attempts of one person count for everybody';

/** Keeps the last sign-ins in memory. It logs a hint once, and never an address. */
export function makeAddressWatch(log: Logger): AddressWatch {
  let last: readonly { readonly ip: string; readonly userId: string }[] = [];
  let isForwardedByStranger = false;
  let isLogged = false;
  const hint = () => {
    if (isForwardedByStranger) return FORWARDED_HINT;
    const [first] = last;
    const accounts = new Set(last.map(({ userId }) => userId));
    const isOne = last.every(({ ip }) => ip === first?.ip);
    const isProxy = first && isOne && isPrivateAddress(first.ip);
    return isProxy && accounts.size >= FEWEST_ACCOUNTS ? HINT : undefined;
  };
  function logOnce(): void {
    const text = isLogged ? undefined : hint();
    if (!text) return;
    isLogged = true;
    log.warn(text);
  }
  return {
    hint,
    noteForwarded(ip, isTrusted) {
      // Anybody on the internet can send the header. A proxy of this installation is near.
      if (!isTrusted && !isPrivateAddress(ip)) return;
      isForwardedByStranger = !isTrusted;
      logOnce();
    },
    noteSignIn(ip, userId) {
      last = [...last, { ip, userId }].slice(-SIGN_INS);
      logOnce();
    },
  };
}
