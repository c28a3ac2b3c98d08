/** The medical disclaimer: at the foot of every page of the app, and of the report. */
export const DISCLAIMER =
  'For education only. This is not medical advice. Please talk to a medical professional. We accept no liability for the personal data you report here.';
