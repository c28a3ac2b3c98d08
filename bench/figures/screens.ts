import { inBrowser } from '../measuring/browser.ts';
import type { Figure, Measurement } from '../measuring/figure.ts';
import { measureScreens } from '../measuring/screens.ts';

/** The heights of the demonstration patient's screens in the evening, two days before a visit. */
export const screens: Figure = async () => {
  const figures = await inBrowser(measureScreens);
  const row = (figure: string, ours: number, limit: number, unit = 'px'): Measurement => ({
    figure,
    unit,
    rounds: [{ ours }],
    aim: ['value', 'at most', limit],
  });
  return [
    row('overview, phone, two medications, a visit in two days', figures.phone, 3100),
    row('the same without medication, visit and After a dose', figures.phoneAlone, 2400),
    row('the latest form begins at, phone', figures.latestForm, 1200),
    row('the same without medication and visit', figures.latestFormAlone, 1200),
    row('controls of the overview with one pale fill, phone', figures.paleControls, 2, ''),
    row('overview, 1,280 px', figures.desktop, 2000),
    row('largest hole in a column of it', figures.hole, 150),
    row('settings, 1,280 px', figures.settingsDesktop, 1450),
    row('settings, phone', figures.settingsPhone, 2300),
    row('page for a visit, phone', figures.visitPhone, 3100),
    row('page for a visit, 1,280 px', figures.visitDesktop, 1600),
    row('page for a visit, printed', figures.visitSheets, 1, 'sheets'),
  ];
};
