import { commands, page } from 'vitest/browser';
import { type DisplayOption, SCREEN_OPTIONS } from '../../domain/display.ts';
import { setDisplay } from '../ui/display.ts';
import { PHONE } from './app.tsx';
import { resizeTo } from './screen.ts';

/**
 * Pictures of the states of the screens, to be looked at:
 *
 *   VITE_PICTURES=1 npm test -- src/web/forms/gallery-forms.test.tsx
 *
 * writes them to the folder `pictures`, from the top of the page to its end.
 */

export const arePicturesWanted = import.meta.env.VITE_PICTURES !== undefined;

const DESKTOP = { width: 1280, height: 900 };
/** Longer pages are cut off (px). */
const MAX_HEIGHT = 4000;

interface Look {
  readonly name: string;
  readonly screens: readonly { readonly width: number; readonly height: number }[];
  readonly display: readonly DisplayOption[];
}

const LOOKS: readonly Look[] = [
  { name: 'plain', screens: [PHONE, DESKTOP], display: [] },
  { name: 'large', screens: [PHONE], display: SCREEN_OPTIONS },
];

/**
 * Takes pictures of the page. A form that is open already keeps showing all its symptoms, because 'Large controls'
 * changes only forms that are opened later.
 */
export async function takePictures(name: string): Promise<void> {
  const file = name.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase();
  for (const look of LOOKS) {
    setDisplay(look.display);
    for (const { width, height } of look.screens) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await commands.emulate({ colorScheme });
        await resizeTo(width, height);
        await resizeTo(width, Math.min(Math.max(height, shownHeight()), MAX_HEIGHT));
        // Without this, the scroll position of the smaller window would leave a blank strip.
        window.scrollTo(0, 0);
        await page.screenshot({
          path: `../../../pictures/${file} ${look.name} ${width} ${colorScheme}.png`,
        });
      }
    }
  }
  await commands.emulate({ colorScheme: 'light' });
  await resizeTo(PHONE.width, PHONE.height);
}

/** The height of a window that shows the whole open dialog, or the whole page if no dialog is open (px). */
function shownHeight(): number {
  const dialog = document.querySelector('dialog');
  if (!dialog) return document.documentElement.scrollHeight;
  return innerHeight + dialog.scrollHeight - dialog.clientHeight;
}
