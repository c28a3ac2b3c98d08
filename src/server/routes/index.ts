import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { Route } from '../http/route.ts';
import { changeEmail } from './changeEmail.ts';
import { changePassword } from './changePassword.ts';
import { clearNewUser } from './clearNewUser.ts';
import { createUser } from './createUser.ts';
import { deleteAccount } from './deleteAccount.ts';
import { deleteSymptom } from './deleteSymptom.ts';
import { dismissLegacySheet } from './dismissLegacySheet.ts';
import { endVisit } from './endVisit.ts';
import { exportData } from './exportData.ts';
import { getAccount } from './getAccount.ts';
import { getActivity } from './getActivity.ts';
import { getConfig } from './getConfig.ts';
import { getSession } from './getSession.ts';
import { getSpreadsheet } from './getSpreadsheet.ts';
import { getUserForms } from './getUserForms.ts';
import { getUserProfile } from './getUserProfile.ts';
import { importData } from './importData.ts';
import { importLegacySheet } from './importLegacySheet.ts';
import { resetPassword } from './resetPassword.ts';
import { saveSymptomForm } from './saveSymptomForm.ts';
import { sendExportEmail } from './sendExportEmail.ts';
import { sendSignInLink } from './sendSignInLink.ts';
import { signIn } from './signIn.ts';
import { signInWithLink } from './signInWithLink.ts';
import { signOut } from './signOut.ts';
import { signOutEverywhere } from './signOutEverywhere.ts';
import { signUp } from './signUp.ts';
import { startVisit } from './startVisit.ts';
import { takeVisitOutcome } from './takeVisitOutcome.ts';
import { turnOffSpreadsheet } from './turnOffSpreadsheet.ts';
import { undoSymptomChange } from './undoSymptomChange.ts';
import { updateSymptoms } from './updateSymptoms.ts';

/** Every call, in the order of the contract. */
export const routes: readonly Route[] = [
  signUp,
  signIn,
  signOut,
  signOutEverywhere,
  sendSignInLink,
  signInWithLink,
  takeVisitOutcome,
  getAccount,
  changePassword,
  changeEmail,
  resetPassword,
  deleteAccount,
  getSession,
  clearNewUser,
  createUser,
  getUserProfile,
  updateSymptoms,
  deleteSymptom,
  undoSymptomChange,
  saveSymptomForm,
  getUserForms,
  sendExportEmail,
  exportData,
  importData,
  getSpreadsheet,
  importLegacySheet,
  dismissLegacySheet,
  turnOffSpreadsheet,
  getActivity,
  getConfig,
];

/** The way to a provider's sign-in page and back: no calls, but addresses that the browser itself opens. */
export const visitRoutes: readonly {
  readonly bind: (app: FastifyInstance, context: Context) => void;
}[] = [startVisit, endVisit];
