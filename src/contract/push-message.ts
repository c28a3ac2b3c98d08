/**
 * The content of a declarative push message (W3C Push API). Browsers that support declarative messages (WebKit from
 * 18.4 on) show it without a service worker. Other browsers pass the same JSON to the service worker, which shows it.
 */
export interface PushMessage {
  /** Marks the JSON as declarative. The number is that of RFC 8030. */
  readonly web_push: 8030;
  readonly notification: {
    readonly title: string;
    readonly body?: string;
    /** The absolute URL of the app that a press on the notification opens. */
    readonly navigate: string;
    /** A notification replaces an earlier one with the same tag. */
    readonly tag?: string;
    /** True if the notification makes a sound again although it replaces an earlier one. */
    readonly renotify?: boolean;
    /** True if the notification makes no sound and no vibration. */
    readonly silent?: boolean;
  };
}
