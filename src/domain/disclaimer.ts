/** The medical disclaimer. It is in the footer of every page of the app and of the report. */
export const DISCLAIMER =
  'For education only. This is not medical advice. Please talk to your doctor. We are not liable for the data you enter here.';
