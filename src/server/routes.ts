import type { FastifyInstance } from 'fastify';
import type { CallName } from '../contract/calls.ts';
import { reportError } from './browser-errors/reportError.ts';
import { acceptInvitation } from './caregivers/acceptInvitation.ts';
import { confirmCaregiver } from './caregivers/confirmCaregiver.ts';
import { endCaregiver } from './caregivers/endCaregiver.ts';
import { endInvitation } from './caregivers/endInvitation.ts';
import { getCaregivers } from './caregivers/getCaregivers.ts';
import { getInvitation } from './caregivers/getInvitation.ts';
import { inviteCaregiver } from './caregivers/inviteCaregiver.ts';
import { updateCaregiver } from './caregivers/updateCaregiver.ts';
import type { Context } from './context.ts';
import { routesOfKinds } from './entries/calls/routes.ts';
import { completeDose } from './entries/complete-dose.ts';
import { exportData } from './exchange/exportData.ts';
import { importData } from './exchange/importData.ts';
import { deleteForm, restoreForm } from './forms/deleteForm.ts';
import { getDeletedForms } from './forms/getDeletedForms.ts';
import { getFormDays } from './forms/getFormDays.ts';
import { getUserForms } from './forms/getUserForms.ts';
import { saveSymptomForm } from './forms/saveSymptomForm.ts';
import { searchForms } from './forms/searchForms.ts';
import { addPasskey } from './identity/addPasskey.ts';
import { answerSplit } from './identity/answerSplit.ts';
import { changeEmail } from './identity/changeEmail.ts';
import { changePassword } from './identity/changePassword.ts';
import { clearNewUser } from './identity/clearNewUser.ts';
import { deleteAccount } from './identity/deleteAccount.ts';
import { endOAuthFlow } from './identity/endOAuthFlow.ts';
import { endSession } from './identity/endSession.ts';
import { endWayIn } from './identity/endWayIn.ts';
import { getAccount } from './identity/getAccount.ts';
import { getActivity } from './identity/getActivity.ts';
import { getConfig } from './identity/getConfig.ts';
import { getPasskeyCreation } from './identity/getPasskeyCreation.ts';
import { getPasskeyProof } from './identity/getPasskeyProof.ts';
import { getPasskeyRequest } from './identity/getPasskeyRequest.ts';
import { getSession } from './identity/getSession.ts';
import { getSessions } from './identity/getSessions.ts';
import { getStays } from './identity/getStays.ts';
import { joinEntries } from './identity/joinEntries.ts';
import { joinOwnProvider } from './identity/joinOwnProvider.ts';
import { letAllStay } from './identity/letAllStay.ts';
import { proveAddress } from './identity/proveAddress.ts';
import { proveOwner } from './identity/proveOwner.ts';
import { removeWayIn } from './identity/removeWayIn.ts';
import { renamePasskey } from './identity/renamePasskey.ts';
import { resetPassword } from './identity/resetPassword.ts';
import { sendSignInLink } from './identity/sendSignInLink.ts';
import { signIn } from './identity/signIn.ts';
import { signInWithLink } from './identity/signInWithLink.ts';
import { signInWithPasskey } from './identity/signInWithPasskey.ts';
import { signOut } from './identity/signOut.ts';
import { signOutEverywhere } from './identity/signOutEverywhere.ts';
import { signUp } from './identity/signUp.ts';
import { startOAuthFlow } from './identity/startOAuthFlow.ts';
import { takeOAuthOutcome } from './identity/takeOAuthOutcome.ts';
import { undoEmailChange } from './identity/undoEmailChange.ts';
import { getPaper } from './paper/getPaper.ts';
import type { Route } from './platform/http/route.ts';
import { createUser } from './profile/createUser.ts';
import { deleteSymptom } from './profile/deleteSymptom.ts';
import { getUserProfile } from './profile/getUserProfile.ts';
import { undoSymptomChange } from './profile/undoSymptomChange.ts';
import { updateProfile } from './profile/updateProfile.ts';
import { updateSymptoms } from './profile/updateSymptoms.ts';
import { addPushDevice } from './reminders/addPushDevice.ts';
import { getCalendarFile } from './reminders/getCalendarFile.ts';
import { getReminders } from './reminders/getReminders.ts';
import { removePushDevice } from './reminders/removePushDevice.ts';
import { saveReminders } from './reminders/saveReminders.ts';
import { sendTestNtfy } from './reminders/sendTestNtfy.ts';
import { sendTestPush } from './reminders/sendTestPush.ts';
import { getVisitSummary } from './report/getVisitSummary.ts';
import { sendExportEmail } from './report/sendExportEmail.ts';
import { endHealthLink } from './sharing/endHealthLink.ts';
import { endShare, restoreShare } from './sharing/endShare.ts';
import { getHealthLinks } from './sharing/getHealthLinks.ts';
import { getSharedReport } from './sharing/getSharedReport.ts';
import { getSharedVisit } from './sharing/getSharedVisit.ts';
import { getShares } from './sharing/getShares.ts';
import { makeHealthFile } from './sharing/makeHealthFile.ts';
import { makeHealthLink } from './sharing/makeHealthLink.ts';
import { makeShare } from './sharing/makeShare.ts';
import { openShare } from './sharing/openShare.ts';
import { dismissLegacySheet } from './spreadsheet/dismissLegacySheet.ts';
import { getSpreadsheet } from './spreadsheet/getSpreadsheet.ts';
import { importLegacySheet } from './spreadsheet/importLegacySheet.ts';
import { turnOffSpreadsheet } from './spreadsheet/turnOffSpreadsheet.ts';

/** All calls of the contract. A missing call is a compile error. */
const calls = {
  signUp,
  signIn,
  signOut,
  signOutEverywhere,
  getSessions,
  endSession,
  sendSignInLink,
  signInWithLink,
  getPasskeyRequest,
  joinOwnProvider,
  signInWithPasskey,
  getPasskeyProof,
  getPasskeyCreation,
  addPasskey,
  renamePasskey,
  takeOAuthOutcome,
  getAccount,
  getStays,
  letAllStay,
  removeWayIn,
  endWayIn,
  proveOwner,
  changePassword,
  changeEmail,
  proveAddress,
  joinEntries,
  answerSplit,
  undoEmailChange,
  resetPassword,
  deleteAccount,
  getSession,
  clearNewUser,
  createUser,
  updateProfile,
  getUserProfile,
  updateSymptoms,
  deleteSymptom,
  undoSymptomChange,
  saveSymptomForm,
  searchForms,
  getFormDays,
  getUserForms,
  deleteForm,
  restoreForm,
  getDeletedForms,
  ...routesOfKinds({ dose: completeDose }),
  getVisitSummary,
  getPaper,
  getReminders,
  saveReminders,
  addPushDevice,
  removePushDevice,
  sendTestPush,
  sendTestNtfy,
  inviteCaregiver,
  getCaregivers,
  endInvitation,
  getInvitation,
  acceptInvitation,
  updateCaregiver,
  confirmCaregiver,
  endCaregiver,
  getCalendarFile,
  makeShare,
  getShares,
  endShare,
  restoreShare,
  openShare,
  getSharedVisit,
  getSharedReport,
  makeHealthLink,
  makeHealthFile,
  getHealthLinks,
  endHealthLink,
  sendExportEmail,
  exportData,
  importData,
  getSpreadsheet,
  importLegacySheet,
  dismissLegacySheet,
  turnOffSpreadsheet,
  getActivity,
  getConfig,
  reportError,
} satisfies Record<CallName, Route>;

export const routes: readonly Route[] = Object.values(calls);

/** The two routes of the OAuth flow. They are not calls of the contract, because the browser navigates to them. */
export const oauthRoutes: readonly {
  readonly bind: (app: FastifyInstance, context: Context) => void;
}[] = [startOAuthFlow, endOAuthFlow];
