/**
 * Every call's method and path, and nothing else, so that the browser need not load the schemas.
 * SPEC section 7, DECISIONS 2.
 */
export const calls = {
  signUp: { method: 'POST', path: '/api/auth/signUp' },
  signIn: { method: 'POST', path: '/api/auth/signIn' },
  signOut: { method: 'POST', path: '/api/auth/signOut' },
  getSession: { method: 'GET', path: '/api/auth/session' },
  clearNewUser: { method: 'POST', path: '/api/auth/clearNewUser' },
  createUser: { method: 'POST', path: '/api/createUser' },
  getUserProfile: { method: 'GET', path: '/api/getUserProfile' },
  updateSymptoms: { method: 'POST', path: '/api/updateSymptoms' },
  deleteSymptom: { method: 'POST', path: '/api/deleteSymptom' },
  saveSymptomForm: { method: 'POST', path: '/api/saveSymptomForm' },
  getUserForms: { method: 'GET', path: '/api/getUserForms' },
  getConfig: { method: 'GET', path: '/api/config' },
} as const;

export type CallName = keyof typeof calls;
