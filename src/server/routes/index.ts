import type { Route } from '../http/route.ts';
import { clearNewUser } from './clearNewUser.ts';
import { createUser } from './createUser.ts';
import { deleteSymptom } from './deleteSymptom.ts';
import { getConfig } from './getConfig.ts';
import { getSession } from './getSession.ts';
import { getUserForms } from './getUserForms.ts';
import { getUserProfile } from './getUserProfile.ts';
import { saveSymptomForm } from './saveSymptomForm.ts';
import { signIn } from './signIn.ts';
import { signOut } from './signOut.ts';
import { signUp } from './signUp.ts';
import { updateSymptoms } from './updateSymptoms.ts';

/** Every call, in the order of the contract. */
export const routes: readonly Route[] = [
  signUp,
  signIn,
  signOut,
  getSession,
  clearNewUser,
  createUser,
  getUserProfile,
  updateSymptoms,
  deleteSymptom,
  saveSymptomForm,
  getUserForms,
  getConfig,
];
