import { measureScreens, type ScreenFigures } from '../bench/measuring/screens.ts';
import { expect, test } from './test.ts';

/** The screens must not grow. Their aims, and which of them are missed, are in bench/README.md. */
const MOST: ScreenFigures = {
  phone: 3100,
  phoneAlone: 2400,
  latestForm: 1370,
  latestFormAlone: 700,
  paleControls: 2,
  desktop: 2000,
  hole: 150,
  settingsPhone: 2490,
  settingsDesktop: 1450,
  visitPhone: 3450,
  visitDesktop: 1900,
  visitSheets: 1,
};

test('the screens of a full evening are short, fill both columns, and are loud in one place', async ({
  browser,
}) => {
  const figures = await measureScreens(browser);
  for (const [figure, value] of Object.entries(figures)) {
    expect.soft(value, figure).toBeLessThanOrEqual(MOST[figure as keyof ScreenFigures]);
  }
});
