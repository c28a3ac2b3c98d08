import type { Logger } from 'pino';
import { isPrivateAddress } from '../platform/reachable.ts';

/** Notices that all people seem to come from one address, which is then the address of a proxy. */
export interface AddressWatch {
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

/** Keeps the last sign-ins in memory. It logs the hint once, and never an address. */
export function makeAddressWatch(log: Logger): AddressWatch {
  let last: readonly { readonly ip: string; readonly userId: string }[] = [];
  let isLogged = false;
  const hint = () => {
    const [first] = last;
    const accounts = new Set(last.map(({ userId }) => userId));
    const isOne = last.every(({ ip }) => ip === first?.ip);
    const isProxy = first && isOne && isPrivateAddress(first.ip);
    return isProxy && accounts.size >= FEWEST_ACCOUNTS ? HINT : undefined;
  };
  return {
    hint,
    noteSignIn(ip, userId) {
      last = [...last, { ip, userId }].slice(-SIGN_INS);
      if (isLogged || !hint()) return;
      isLogged = true;
      log.warn(HINT);
    },
  };
}
