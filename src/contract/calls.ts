/**
 * The method and path of every call. This file has no schemas, so that the browser does not load them.
 * SPEC section 7, DECISIONS 2.
 */
export const calls = {
  signUp: { method: 'POST', path: '/api/auth/signUp' },
  signIn: { method: 'POST', path: '/api/auth/signIn' },
  signOut: { method: 'POST', path: '/api/auth/signOut' },
  getSession: { method: 'GET', path: '/api/auth/session' },
  signOutEverywhere: { method: 'POST', path: '/api/auth/signOutEverywhere' },
  sendSignInLink: { method: 'POST', path: '/api/auth/sendSignInLink' },
  signInWithLink: { method: 'POST', path: '/api/auth/signInWithLink' },
  takeOAuthOutcome: { method: 'POST', path: '/api/auth/takeOAuthOutcome' },
  getAccount: { method: 'GET', path: '/api/auth/account' },
  changePassword: { method: 'POST', path: '/api/auth/changePassword' },
  changeEmail: { method: 'POST', path: '/api/auth/changeEmail' },
  clearNewUser: { method: 'POST', path: '/api/auth/clearNewUser' },
  resetPassword: { method: 'POST', path: '/api/resetPassword' },
  deleteAccount: { method: 'POST', path: '/api/deleteAccount' },
  createUser: { method: 'POST', path: '/api/createUser' },
  updateProfile: { method: 'POST', path: '/api/updateProfile' },
  getUserProfile: { method: 'GET', path: '/api/getUserProfile' },
  updateSymptoms: { method: 'POST', path: '/api/updateSymptoms' },
  deleteSymptom: { method: 'POST', path: '/api/deleteSymptom' },
  undoSymptomChange: { method: 'POST', path: '/api/undoSymptomChange' },
  saveSymptomForm: { method: 'POST', path: '/api/saveSymptomForm' },
  getUserForms: { method: 'GET', path: '/api/getUserForms' },
  // POST, because proxies log the query string.
  searchForms: { method: 'POST', path: '/api/searchForms' },
  getFormMonths: { method: 'GET', path: '/api/getFormMonths' },
  deleteForm: { method: 'POST', path: '/api/deleteForm' },
  restoreForm: { method: 'POST', path: '/api/restoreForm' },
  getDeletedForms: { method: 'GET', path: '/api/getDeletedForms' },
  sendExportEmail: { method: 'POST', path: '/api/sendExportEmail' },
  exportData: { method: 'GET', path: '/api/exportData' },
  importData: { method: 'POST', path: '/api/importData' },
  getSpreadsheet: { method: 'GET', path: '/api/getSpreadsheet' },
  importLegacySheet: { method: 'POST', path: '/api/importLegacySheet' },
  dismissLegacySheet: { method: 'POST', path: '/api/dismissLegacySheet' },
  turnOffSpreadsheet: { method: 'POST', path: '/api/turnOffSpreadsheet' },
  getActivity: { method: 'GET', path: '/api/getActivity' },
  getConfig: { method: 'GET', path: '/api/config' },
} as const;

export type CallName = keyof typeof calls;
