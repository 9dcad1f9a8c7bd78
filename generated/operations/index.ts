// Generated from openapi/. Do not edit: run `npm run generate`.
import type {
  GetUserData,
  GetUserResponses,
  UpdateUserData,
  UpdateUserResponses,
  ReplaceUserAvatarData,
  ReplaceUserAvatarResponses,
  DeleteUserAvatarData,
  DeleteUserAvatarResponses,
  GetUserDeletionData,
  GetUserDeletionResponses,
  ScheduleUserDeletionData,
  ScheduleUserDeletionResponses,
  CancelUserDeletionData,
  CancelUserDeletionResponses,
  ExportUserDataData,
  ExportUserDataResponses,
  ListNotificationsData,
  ListNotificationsResponses,
  ReadNotificationsData,
  ReadNotificationsResponses,
  DeleteNotificationData,
  DeleteNotificationResponses,
  UpdateNotificationData,
  UpdateNotificationResponses,
  GetNotificationCountData,
  GetNotificationCountResponses,
  GetNotificationPreferencesData,
  GetNotificationPreferencesResponses,
  UpdateNotificationPreferencesData,
  UpdateNotificationPreferencesResponses,
  ListJoinableOrgsData,
  ListJoinableOrgsResponses,
  JoinOrgData,
  JoinOrgResponses,
  RequestToJoinData,
  RequestToJoinResponses,
  WithdrawJoinRequestData,
  WithdrawJoinRequestResponses,
  ListSharedThingsData,
  ListSharedThingsResponses,
  LeaveSharedThingData,
  LeaveSharedThingResponses,
  ListUserGrantsData,
  ListUserGrantsResponses,
  RevokeUserGrantData,
  RevokeUserGrantResponses,
  OpenOAuthRequestData,
  OpenOAuthRequestResponses,
  GetOAuthRequestData,
  GetOAuthRequestResponses,
  AcceptOAuthRequestData,
  AcceptOAuthRequestResponses,
  CancelOAuthRequestData,
  CancelOAuthRequestResponses,
  ListOrgsData,
  ListOrgsResponses,
  CreateOrgData,
  CreateOrgResponses,
  GetOrgData,
  GetOrgResponses,
  DeleteOrgData,
  DeleteOrgResponses,
  UpdateOrgData,
  UpdateOrgResponses,
  ListDeletedProjectsData,
  ListDeletedProjectsResponses,
  EraseProjectData,
  EraseProjectResponses,
  RestoreProjectData,
  RestoreProjectResponses,
  MoveProjectData,
  MoveProjectResponses,
  PreviewProjectMoveData,
  PreviewProjectMoveResponses,
  CopyProjectData,
  CopyProjectResponses,
  ListProjectTemplatesData,
  ListProjectTemplatesResponses,
  ExportOrgData,
  ExportOrgResponses,
  ImportOrgData,
  ImportOrgResponses,
  ListTransfersData,
  ListTransfersResponses,
  GetTransferData,
  GetTransferResponses,
  CancelTransferData,
  CancelTransferResponses,
  DownloadTransferData,
  DownloadTransferResponses,
  ListDeletedOrgsData,
  ListDeletedOrgsResponses,
  EraseOrgData,
  EraseOrgResponses,
  RestoreOrgData,
  RestoreOrgResponses,
  TestOrgPermissionsData,
  TestOrgPermissionsResponses,
  ListOrgMembersData,
  ListOrgMembersResponses,
  UpdateOrgMembersData,
  UpdateOrgMembersResponses,
  RemoveOrgMemberData,
  RemoveOrgMemberResponses,
  UpdateOrgMemberData,
  UpdateOrgMemberResponses,
  LeaveOrgData,
  LeaveOrgResponses,
  TransferOrgOwnershipData,
  TransferOrgOwnershipResponses,
  PreviewOrgRemovalData,
  PreviewOrgRemovalResponses,
  ListDomainsData,
  ListDomainsResponses,
  CreateDomainData,
  CreateDomainResponses,
  DeleteDomainData,
  DeleteDomainResponses,
  UpdateDomainData,
  UpdateDomainResponses,
  VerifyDomainData,
  VerifyDomainResponses,
  ListJoinRequestsData,
  ListJoinRequestsResponses,
  ApproveJoinRequestData,
  ApproveJoinRequestResponses,
  DeclineJoinRequestData,
  DeclineJoinRequestResponses,
  ListInvitationsData,
  ListInvitationsResponses,
  CreateInvitationsData,
  CreateInvitationsResponses,
  CancelInvitationData,
  CancelInvitationResponses,
  UpdateInvitationData,
  UpdateInvitationResponses,
  ResendInvitationData,
  ResendInvitationResponses,
  CreateInvitationLinkData,
  CreateInvitationLinkResponses,
  ListAuditEntriesData,
  ListAuditEntriesResponses,
  ExportAuditEntriesData,
  ExportAuditEntriesResponses,
  GetAuditEntryData,
  GetAuditEntryResponses,
  GetAuditRetentionData,
  GetAuditRetentionResponses,
  ReplaceAuditRetentionData,
  ReplaceAuditRetentionResponses,
  GetBalanceData,
  GetBalanceResponses,
  GetBillingData,
  GetBillingResponses,
  CreateCheckoutData,
  CreateCheckoutResponses,
  OpenBillingPortalData,
  OpenBillingPortalResponses,
  PreviewPlanChangeData,
  PreviewPlanChangeResponses,
  ChangePlanData,
  ChangePlanResponses,
  CancelPlanData,
  CancelPlanResponses,
  ResumePlanData,
  ResumePlanResponses,
  ListInvoicesData,
  ListInvoicesResponses,
  CreateCardSetupData,
  CreateCardSetupResponses,
  ReplaceTaxIdData,
  ReplaceTaxIdResponses,
  DeleteTaxIdData,
  DeleteTaxIdResponses,
  CreateTopUpData,
  CreateTopUpResponses,
  GetAutoTopUpData,
  GetAutoTopUpResponses,
  ReplaceAutoTopUpData,
  ReplaceAutoTopUpResponses,
  ListLedgerEntriesData,
  ListLedgerEntriesResponses,
  ExportLedgerData,
  ExportLedgerResponses,
  GetUsageData,
  GetUsageResponses,
  ExportUsageData,
  ExportUsageResponses,
  GetSpendForecastData,
  GetSpendForecastResponses,
  ListSpendLimitsData,
  ListSpendLimitsResponses,
  ListSpendAlertsData,
  ListSpendAlertsResponses,
  CreateSpendAlertData,
  CreateSpendAlertResponses,
  DeleteSpendAlertData,
  DeleteSpendAlertResponses,
  ListPriceChangesData,
  ListPriceChangesResponses,
  ListPriceCorrectionsData,
  ListPriceCorrectionsResponses,
  CreatePriceCorrectionData,
  CreatePriceCorrectionResponses,
  GetPriceCorrectionData,
  GetPriceCorrectionResponses,
  DeletePriceCorrectionData,
  DeletePriceCorrectionResponses,
  ApplyPriceCorrectionData,
  ApplyPriceCorrectionResponses,
  UndoPriceCorrectionData,
  UndoPriceCorrectionResponses,
  ListModelsData,
  ListModelsResponses,
  ListEmbeddingModelsData,
  ListEmbeddingModelsResponses,
  ListModelEndpointsData,
  ListModelEndpointsResponses,
  TestModelEndpointData,
  TestModelEndpointResponses,
  ListOwnEndpointsData,
  ListOwnEndpointsResponses,
  CreateEndpointData,
  CreateEndpointResponses,
  GetEndpointData,
  GetEndpointResponses,
  DeleteEndpointData,
  DeleteEndpointResponses,
  UpdateEndpointData,
  UpdateEndpointResponses,
  ReplaceEndpointKeyData,
  ReplaceEndpointKeyResponses,
  ListEndpointModelsData,
  ListEndpointModelsResponses,
  UpdateEndpointModelsData,
  UpdateEndpointModelsResponses,
  GetEndpointUsesData,
  GetEndpointUsesResponses,
  ListOrgTasksData,
  ListOrgTasksResponses,
  ListTemplatesData,
  ListTemplatesResponses,
  CreateTemplateData,
  CreateTemplateResponses,
  GetTemplateData,
  GetTemplateResponses,
  UpdateTemplateData,
  UpdateTemplateResponses,
  DeleteTemplateData,
  DeleteTemplateResponses,
  ListProjectsData,
  ListProjectsResponses,
  CreateProjectData,
  CreateProjectResponses,
  GetProjectData,
  GetProjectResponses,
  DeleteProjectData,
  DeleteProjectResponses,
  UpdateProjectData,
  UpdateProjectResponses,
  ListProjectInvitationsData,
  ListProjectInvitationsResponses,
  CreateProjectInvitationsData,
  CreateProjectInvitationsResponses,
  CancelProjectInvitationData,
  CancelProjectInvitationResponses,
  UpdateProjectInvitationData,
  UpdateProjectInvitationResponses,
  ResendProjectInvitationData,
  ResendProjectInvitationResponses,
  CreateProjectInvitationLinkData,
  CreateProjectInvitationLinkResponses,
  ListProjectMembersData,
  ListProjectMembersResponses,
  UpdateProjectMembersData,
  UpdateProjectMembersResponses,
  RemoveProjectMemberData,
  RemoveProjectMemberResponses,
  UpdateProjectMemberData,
  UpdateProjectMemberResponses,
  LeaveProjectData,
  LeaveProjectResponses,
  PreviewProjectRemovalData,
  PreviewProjectRemovalResponses,
  TestProjectPermissionsData,
  TestProjectPermissionsResponses,
  TestResourcePermissionsData,
  TestResourcePermissionsResponses,
  GetSharingData,
  GetSharingResponses,
  CreateShareData,
  CreateShareResponses,
  DeleteShareData,
  DeleteShareResponses,
  UpdateShareData,
  UpdateShareResponses,
  CreateAccessLinkData,
  CreateAccessLinkResponses,
  RevokeAccessLinkData,
  RevokeAccessLinkResponses,
  ListApiKeysData,
  ListApiKeysResponses,
  CreateApiKeyData,
  CreateApiKeyResponses,
  DeleteApiKeyData,
  DeleteApiKeyResponses,
  UpdateApiKeyData,
  UpdateApiKeyResponses,
  RotateApiKeyData,
  RotateApiKeyResponses,
  GetApiKeySpendLimitData,
  GetApiKeySpendLimitResponses,
  ReplaceApiKeySpendLimitData,
  ReplaceApiKeySpendLimitResponses,
  GetProjectSpendLimitData,
  GetProjectSpendLimitResponses,
  ReplaceProjectSpendLimitData,
  ReplaceProjectSpendLimitResponses,
  ListOAuthClientsData,
  ListOAuthClientsResponses,
  CreateOAuthClientData,
  CreateOAuthClientResponses,
  GetOAuthClientData,
  GetOAuthClientResponses,
  DeleteOAuthClientData,
  DeleteOAuthClientResponses,
  UpdateOAuthClientData,
  UpdateOAuthClientResponses,
  RotateOAuthClientSecretData,
  RotateOAuthClientSecretResponses,
  ListOAuthClientGrantsData,
  ListOAuthClientGrantsResponses,
  RunAssistData,
  RunAssistResponses,
  StreamAssistData,
  StreamAssistResponses,
  ListTasksData,
  ListTasksResponses,
  CreateTaskData,
  CreateTaskResponses,
  ListTaskTagsData,
  ListTaskTagsResponses,
  GetTaskData,
  GetTaskResponses,
  DeleteTaskData,
  DeleteTaskResponses,
  UpdateTaskData,
  UpdateTaskResponses,
  MoveTaskData,
  MoveTaskResponses,
  GetTaskDraftData,
  GetTaskDraftResponses,
  ReplaceTaskDraftData,
  ReplaceTaskDraftResponses,
  ListTaskRevisionsData,
  ListTaskRevisionsResponses,
  CreateTaskRevisionData,
  CreateTaskRevisionResponses,
  GetTaskRevisionData,
  GetTaskRevisionResponses,
  ActivateTaskRevisionData,
  ActivateTaskRevisionResponses,
  ReplaceTaskEnvironmentData,
  ReplaceTaskEnvironmentResponses,
  DeleteTaskEnvironmentData,
  DeleteTaskEnvironmentResponses,
  GetTaskUsesData,
  GetTaskUsesResponses,
  CompareTaskRevisionsData,
  CompareTaskRevisionsResponses,
  RunTaskData,
  RunTaskResponses,
  StreamTaskData,
  StreamTaskResponses,
  RunTaskMockData,
  RunTaskMockResponses,
  StreamTaskMockData,
  StreamTaskMockResponses,
  GetTaskOpenApiData,
  GetTaskOpenApiResponses,
  GetTaskClientData,
  GetTaskClientResponses,
  ListDatasetsData,
  ListDatasetsResponses,
  CreateDatasetData,
  CreateDatasetResponses,
  GetDatasetData,
  GetDatasetResponses,
  DeleteDatasetData,
  DeleteDatasetResponses,
  UpdateDatasetData,
  UpdateDatasetResponses,
  ListDatasetCasesData,
  ListDatasetCasesResponses,
  CreateDatasetCaseData,
  CreateDatasetCaseResponses,
  DeleteDatasetCaseData,
  DeleteDatasetCaseResponses,
  UpdateDatasetCaseData,
  UpdateDatasetCaseResponses,
  ImportDatasetCasesData,
  ImportDatasetCasesResponses,
  ListEvaluationsData,
  ListEvaluationsResponses,
  CreateEvaluationData,
  CreateEvaluationResponses,
  GetEvaluationData,
  GetEvaluationResponses,
  DeleteEvaluationData,
  DeleteEvaluationResponses,
  ListEvaluationResultsData,
  ListEvaluationResultsResponses,
  CancelEvaluationData,
  CancelEvaluationResponses,
  ResumeEvaluationData,
  ResumeEvaluationResponses,
  ListRunsData,
  ListRunsResponses,
  GetRunStatsData,
  GetRunStatsResponses,
  ListRejectedCallsData,
  ListRejectedCallsResponses,
  ListRunCallersData,
  ListRunCallersResponses,
  ExportRunsData,
  ExportRunsResponses,
  GetRunData,
  GetRunResponses,
  ListRunStepsData,
  ListRunStepsResponses,
  GetRunStepData,
  GetRunStepResponses,
  SendToolReplyData,
  SendToolReplyResponses,
  StreamRunData,
  StreamRunResponses,
  CancelRunData,
  CancelRunResponses,
  ListWebhooksData,
  ListWebhooksResponses,
  CreateWebhookData,
  CreateWebhookResponses,
  GetWebhookData,
  GetWebhookResponses,
  DeleteWebhookData,
  DeleteWebhookResponses,
  UpdateWebhookData,
  UpdateWebhookResponses,
  RotateWebhookSecretData,
  RotateWebhookSecretResponses,
  TestWebhookData,
  TestWebhookResponses,
  ListWebhookDeliveriesData,
  ListWebhookDeliveriesResponses,
  GetWebhookDeliveryData,
  GetWebhookDeliveryResponses,
  ResendWebhookDeliveryData,
  ResendWebhookDeliveryResponses,
  GetTaskWebhookData,
  GetTaskWebhookResponses,
  ReplaceTaskWebhookData,
  ReplaceTaskWebhookResponses,
  GetToolSecretData,
  GetToolSecretResponses,
  RotateToolSecretData,
  RotateToolSecretResponses,
  ListToolCredentialsData,
  ListToolCredentialsResponses,
  ReplaceToolCredentialData,
  ReplaceToolCredentialResponses,
  DeleteToolCredentialData,
  DeleteToolCredentialResponses,
  GetMcpServerData,
  GetMcpServerResponses,
  ListCollectionsData,
  ListCollectionsResponses,
  CreateCollectionData,
  CreateCollectionResponses,
  CreateUploadsData,
  CreateUploadsResponses,
  GetUploadData,
  GetUploadResponses,
  UploadPartData,
  UploadPartResponses,
  DeleteUploadData,
  DeleteUploadResponses,
  CreateSampleCollectionData,
  CreateSampleCollectionResponses,
  ImportCollectionData,
  ImportCollectionResponses,
  GetCollectionData,
  GetCollectionResponses,
  DeleteCollectionData,
  DeleteCollectionResponses,
  UpdateCollectionData,
  UpdateCollectionResponses,
  GetCollectionOpenApiData,
  GetCollectionOpenApiResponses,
  GetCollectionClientData,
  GetCollectionClientResponses,
  ExportCollectionData,
  ExportCollectionResponses,
  ListCollectionUsesData,
  ListCollectionUsesResponses,
  GetCollectionChatUseData,
  GetCollectionChatUseResponses,
  MoveCollectionData,
  MoveCollectionResponses,
  ListDocumentTagsData,
  ListDocumentTagsResponses,
  PreviewChunksData,
  PreviewChunksResponses,
  ListCollectionIndexesData,
  ListCollectionIndexesResponses,
  CreateCollectionIndexData,
  CreateCollectionIndexResponses,
  GetCollectionIndexData,
  GetCollectionIndexResponses,
  DeleteCollectionIndexData,
  DeleteCollectionIndexResponses,
  ActivateCollectionIndexData,
  ActivateCollectionIndexResponses,
  SearchCollectionData,
  SearchCollectionResponses,
  ListQuestionsData,
  ListQuestionsResponses,
  CreateQuestionData,
  CreateQuestionResponses,
  EvaluateQuestionsData,
  EvaluateQuestionsResponses,
  DeleteQuestionData,
  DeleteQuestionResponses,
  UpdateQuestionData,
  UpdateQuestionResponses,
  ListDocumentsData,
  ListDocumentsResponses,
  CreateDocumentData,
  CreateDocumentResponses,
  UploadDocumentData,
  UploadDocumentResponses,
  CreateDocumentsFromUrlsData,
  CreateDocumentsFromUrlsResponses,
  ChangeDocumentsData,
  ChangeDocumentsResponses,
  GetDocumentData,
  GetDocumentResponses,
  DeleteDocumentData,
  DeleteDocumentResponses,
  UpdateDocumentData,
  UpdateDocumentResponses,
  RetryDocumentData,
  RetryDocumentResponses,
  CancelDocumentData,
  CancelDocumentResponses,
  RefetchDocumentData,
  RefetchDocumentResponses,
  ListDocumentBlocksData,
  ListDocumentBlocksResponses,
  ListDocumentChunksData,
  ListDocumentChunksResponses,
  DownloadDocumentData,
  DownloadDocumentResponses,
  ListDatasourcesData,
  ListDatasourcesResponses,
  CreateDatasourceData,
  CreateDatasourceResponses,
  PreviewWebsiteData,
  PreviewWebsiteResponses,
  TestDatasourceData,
  TestDatasourceResponses,
  GetDatasourceData,
  GetDatasourceResponses,
  DeleteDatasourceData,
  DeleteDatasourceResponses,
  UpdateDatasourceData,
  UpdateDatasourceResponses,
  BrowseDatasourceData,
  BrowseDatasourceResponses,
  ConnectDatasourceData,
  ConnectDatasourceResponses,
  CompleteDatasourceConnectionData,
  CompleteDatasourceConnectionResponses,
  ListDatasourceSyncsData,
  ListDatasourceSyncsResponses,
  SyncDatasourceData,
  SyncDatasourceResponses,
  GetDatasourceSyncData,
  GetDatasourceSyncResponses,
  CancelDatasourceSyncData,
  CancelDatasourceSyncResponses,
  ListDatasourceSyncEntriesData,
  ListDatasourceSyncEntriesResponses,
  ListChatsData,
  ListChatsResponses,
  CreateChatData,
  CreateChatResponses,
  SearchChatMessagesData,
  SearchChatMessagesResponses,
  GetChatData,
  GetChatResponses,
  DeleteChatData,
  DeleteChatResponses,
  UpdateChatData,
  UpdateChatResponses,
  AddChatCaseData,
  AddChatCaseResponses,
  ReplaceChatPinData,
  ReplaceChatPinResponses,
  RestoreChatData,
  RestoreChatResponses,
  ListChatConfigsData,
  ListChatConfigsResponses,
  ReplaceChatConfigData,
  ReplaceChatConfigResponses,
  GetChatOpenApiData,
  GetChatOpenApiResponses,
  GetChatClientData,
  GetChatClientResponses,
  ExportChatData,
  ExportChatResponses,
  ShareChatData,
  ShareChatResponses,
  ListChatLinksData,
  ListChatLinksResponses,
  CreateChatLinkData,
  CreateChatLinkResponses,
  RevokeChatLinkData,
  RevokeChatLinkResponses,
  ListChatMessagesData,
  ListChatMessagesResponses,
  SendChatMessageData,
  SendChatMessageResponses,
  GetChatMessageData,
  GetChatMessageResponses,
  RegenerateChatAnswerData,
  RegenerateChatAnswerResponses,
  CancelChatAnswerData,
  CancelChatAnswerResponses,
  StreamChatAnswerData,
  StreamChatAnswerResponses,
  RateChatAnswerData,
  RateChatAnswerResponses,
  GetChatPassageData,
  GetChatPassageResponses,
  UploadChatAttachmentData,
  UploadChatAttachmentResponses,
  GetChatAttachmentData,
  GetChatAttachmentResponses,
  DeleteChatAttachmentData,
  DeleteChatAttachmentResponses,
  ListArticlesData,
  ListArticlesResponses,
  CreateArticleData,
  CreateArticleResponses,
  GetArticleData,
  GetArticleResponses,
  DeleteArticleData,
  DeleteArticleResponses,
  UpdateArticleData,
  UpdateArticleResponses,
  PublishArticleData,
  PublishArticleResponses,
  UploadArticleImageData,
  UploadArticleImageResponses,
  ListArticleVersionsData,
  ListArticleVersionsResponses,
  CreateArticleVersionData,
  CreateArticleVersionResponses,
  GetArticleVersionData,
  GetArticleVersionResponses,
  RestoreArticleVersionData,
  RestoreArticleVersionResponses,
  StreamComposeStepData,
  StreamComposeStepResponses,
  ListWidgetsData,
  ListWidgetsResponses,
  CreateWidgetData,
  CreateWidgetResponses,
  GetWidgetData,
  GetWidgetResponses,
  DeleteWidgetData,
  DeleteWidgetResponses,
  UpdateWidgetData,
  UpdateWidgetResponses,
  RotateWidgetKeyData,
  RotateWidgetKeyResponses,
  GetSharedChatData,
  GetSharedChatResponses,
  ListSharedChatMessagesData,
  ListSharedChatMessagesResponses,
  OpenChatSocketData,
  GetPublicWidgetData,
  GetPublicWidgetResponses,
  CreateVisitorData,
  CreateVisitorResponses,
  ListVisitorMessagesData,
  ListVisitorMessagesResponses,
  SendVisitorMessageData,
  SendVisitorMessageResponses,
  StreamVisitorAnswerData,
  StreamVisitorAnswerResponses,
  CancelVisitorAnswerData,
  CancelVisitorAnswerResponses,
  RateVisitorAnswerData,
  RateVisitorAnswerResponses,
  CreateVisitorChatData,
  CreateVisitorChatResponses,
  UnsubscribeFromEmailsData,
  UnsubscribeFromEmailsResponses,
  OpenAccessLinkData,
  OpenAccessLinkResponses,
  OpenInvitationData,
  OpenInvitationResponses,
  AcceptInvitationData,
  AcceptInvitationResponses,
  DeclineInvitationData,
  DeclineInvitationResponses,
  GetClientSettingsData,
  GetClientSettingsResponses,
  GetHealthData,
  GetHealthResponses,
  GetReadinessData,
  GetReadinessResponses,
} from '../sdk/types.gen.ts';

/** What each operation takes and returns. */
export interface OperationTypes {
  getUser: { data: GetUserData; responses: GetUserResponses };
  updateUser: { data: UpdateUserData; responses: UpdateUserResponses };
  replaceUserAvatar: { data: ReplaceUserAvatarData; responses: ReplaceUserAvatarResponses };
  deleteUserAvatar: { data: DeleteUserAvatarData; responses: DeleteUserAvatarResponses };
  getUserDeletion: { data: GetUserDeletionData; responses: GetUserDeletionResponses };
  scheduleUserDeletion: { data: ScheduleUserDeletionData; responses: ScheduleUserDeletionResponses };
  cancelUserDeletion: { data: CancelUserDeletionData; responses: CancelUserDeletionResponses };
  exportUserData: { data: ExportUserDataData; responses: ExportUserDataResponses };
  listNotifications: { data: ListNotificationsData; responses: ListNotificationsResponses };
  readNotifications: { data: ReadNotificationsData; responses: ReadNotificationsResponses };
  deleteNotification: { data: DeleteNotificationData; responses: DeleteNotificationResponses };
  updateNotification: { data: UpdateNotificationData; responses: UpdateNotificationResponses };
  getNotificationCount: { data: GetNotificationCountData; responses: GetNotificationCountResponses };
  getNotificationPreferences: { data: GetNotificationPreferencesData; responses: GetNotificationPreferencesResponses };
  updateNotificationPreferences: { data: UpdateNotificationPreferencesData; responses: UpdateNotificationPreferencesResponses };
  listJoinableOrgs: { data: ListJoinableOrgsData; responses: ListJoinableOrgsResponses };
  joinOrg: { data: JoinOrgData; responses: JoinOrgResponses };
  requestToJoin: { data: RequestToJoinData; responses: RequestToJoinResponses };
  withdrawJoinRequest: { data: WithdrawJoinRequestData; responses: WithdrawJoinRequestResponses };
  listSharedThings: { data: ListSharedThingsData; responses: ListSharedThingsResponses };
  leaveSharedThing: { data: LeaveSharedThingData; responses: LeaveSharedThingResponses };
  listUserGrants: { data: ListUserGrantsData; responses: ListUserGrantsResponses };
  revokeUserGrant: { data: RevokeUserGrantData; responses: RevokeUserGrantResponses };
  openOAuthRequest: { data: OpenOAuthRequestData; responses: OpenOAuthRequestResponses };
  getOAuthRequest: { data: GetOAuthRequestData; responses: GetOAuthRequestResponses };
  acceptOAuthRequest: { data: AcceptOAuthRequestData; responses: AcceptOAuthRequestResponses };
  cancelOAuthRequest: { data: CancelOAuthRequestData; responses: CancelOAuthRequestResponses };
  listOrgs: { data: ListOrgsData; responses: ListOrgsResponses };
  createOrg: { data: CreateOrgData; responses: CreateOrgResponses };
  getOrg: { data: GetOrgData; responses: GetOrgResponses };
  deleteOrg: { data: DeleteOrgData; responses: DeleteOrgResponses };
  updateOrg: { data: UpdateOrgData; responses: UpdateOrgResponses };
  listDeletedProjects: { data: ListDeletedProjectsData; responses: ListDeletedProjectsResponses };
  eraseProject: { data: EraseProjectData; responses: EraseProjectResponses };
  restoreProject: { data: RestoreProjectData; responses: RestoreProjectResponses };
  moveProject: { data: MoveProjectData; responses: MoveProjectResponses };
  previewProjectMove: { data: PreviewProjectMoveData; responses: PreviewProjectMoveResponses };
  copyProject: { data: CopyProjectData; responses: CopyProjectResponses };
  listProjectTemplates: { data: ListProjectTemplatesData; responses: ListProjectTemplatesResponses };
  exportOrg: { data: ExportOrgData; responses: ExportOrgResponses };
  importOrg: { data: ImportOrgData; responses: ImportOrgResponses };
  listTransfers: { data: ListTransfersData; responses: ListTransfersResponses };
  getTransfer: { data: GetTransferData; responses: GetTransferResponses };
  cancelTransfer: { data: CancelTransferData; responses: CancelTransferResponses };
  downloadTransfer: { data: DownloadTransferData; responses: DownloadTransferResponses };
  listDeletedOrgs: { data: ListDeletedOrgsData; responses: ListDeletedOrgsResponses };
  eraseOrg: { data: EraseOrgData; responses: EraseOrgResponses };
  restoreOrg: { data: RestoreOrgData; responses: RestoreOrgResponses };
  testOrgPermissions: { data: TestOrgPermissionsData; responses: TestOrgPermissionsResponses };
  listOrgMembers: { data: ListOrgMembersData; responses: ListOrgMembersResponses };
  updateOrgMembers: { data: UpdateOrgMembersData; responses: UpdateOrgMembersResponses };
  removeOrgMember: { data: RemoveOrgMemberData; responses: RemoveOrgMemberResponses };
  updateOrgMember: { data: UpdateOrgMemberData; responses: UpdateOrgMemberResponses };
  leaveOrg: { data: LeaveOrgData; responses: LeaveOrgResponses };
  transferOrgOwnership: { data: TransferOrgOwnershipData; responses: TransferOrgOwnershipResponses };
  previewOrgRemoval: { data: PreviewOrgRemovalData; responses: PreviewOrgRemovalResponses };
  listDomains: { data: ListDomainsData; responses: ListDomainsResponses };
  createDomain: { data: CreateDomainData; responses: CreateDomainResponses };
  deleteDomain: { data: DeleteDomainData; responses: DeleteDomainResponses };
  updateDomain: { data: UpdateDomainData; responses: UpdateDomainResponses };
  verifyDomain: { data: VerifyDomainData; responses: VerifyDomainResponses };
  listJoinRequests: { data: ListJoinRequestsData; responses: ListJoinRequestsResponses };
  approveJoinRequest: { data: ApproveJoinRequestData; responses: ApproveJoinRequestResponses };
  declineJoinRequest: { data: DeclineJoinRequestData; responses: DeclineJoinRequestResponses };
  listInvitations: { data: ListInvitationsData; responses: ListInvitationsResponses };
  createInvitations: { data: CreateInvitationsData; responses: CreateInvitationsResponses };
  cancelInvitation: { data: CancelInvitationData; responses: CancelInvitationResponses };
  updateInvitation: { data: UpdateInvitationData; responses: UpdateInvitationResponses };
  resendInvitation: { data: ResendInvitationData; responses: ResendInvitationResponses };
  createInvitationLink: { data: CreateInvitationLinkData; responses: CreateInvitationLinkResponses };
  listAuditEntries: { data: ListAuditEntriesData; responses: ListAuditEntriesResponses };
  exportAuditEntries: { data: ExportAuditEntriesData; responses: ExportAuditEntriesResponses };
  getAuditEntry: { data: GetAuditEntryData; responses: GetAuditEntryResponses };
  getAuditRetention: { data: GetAuditRetentionData; responses: GetAuditRetentionResponses };
  replaceAuditRetention: { data: ReplaceAuditRetentionData; responses: ReplaceAuditRetentionResponses };
  getBalance: { data: GetBalanceData; responses: GetBalanceResponses };
  getBilling: { data: GetBillingData; responses: GetBillingResponses };
  createCheckout: { data: CreateCheckoutData; responses: CreateCheckoutResponses };
  openBillingPortal: { data: OpenBillingPortalData; responses: OpenBillingPortalResponses };
  previewPlanChange: { data: PreviewPlanChangeData; responses: PreviewPlanChangeResponses };
  changePlan: { data: ChangePlanData; responses: ChangePlanResponses };
  cancelPlan: { data: CancelPlanData; responses: CancelPlanResponses };
  resumePlan: { data: ResumePlanData; responses: ResumePlanResponses };
  listInvoices: { data: ListInvoicesData; responses: ListInvoicesResponses };
  createCardSetup: { data: CreateCardSetupData; responses: CreateCardSetupResponses };
  replaceTaxId: { data: ReplaceTaxIdData; responses: ReplaceTaxIdResponses };
  deleteTaxId: { data: DeleteTaxIdData; responses: DeleteTaxIdResponses };
  createTopUp: { data: CreateTopUpData; responses: CreateTopUpResponses };
  getAutoTopUp: { data: GetAutoTopUpData; responses: GetAutoTopUpResponses };
  replaceAutoTopUp: { data: ReplaceAutoTopUpData; responses: ReplaceAutoTopUpResponses };
  listLedgerEntries: { data: ListLedgerEntriesData; responses: ListLedgerEntriesResponses };
  exportLedger: { data: ExportLedgerData; responses: ExportLedgerResponses };
  getUsage: { data: GetUsageData; responses: GetUsageResponses };
  exportUsage: { data: ExportUsageData; responses: ExportUsageResponses };
  getSpendForecast: { data: GetSpendForecastData; responses: GetSpendForecastResponses };
  listSpendLimits: { data: ListSpendLimitsData; responses: ListSpendLimitsResponses };
  listSpendAlerts: { data: ListSpendAlertsData; responses: ListSpendAlertsResponses };
  createSpendAlert: { data: CreateSpendAlertData; responses: CreateSpendAlertResponses };
  deleteSpendAlert: { data: DeleteSpendAlertData; responses: DeleteSpendAlertResponses };
  listPriceChanges: { data: ListPriceChangesData; responses: ListPriceChangesResponses };
  listPriceCorrections: { data: ListPriceCorrectionsData; responses: ListPriceCorrectionsResponses };
  createPriceCorrection: { data: CreatePriceCorrectionData; responses: CreatePriceCorrectionResponses };
  getPriceCorrection: { data: GetPriceCorrectionData; responses: GetPriceCorrectionResponses };
  deletePriceCorrection: { data: DeletePriceCorrectionData; responses: DeletePriceCorrectionResponses };
  applyPriceCorrection: { data: ApplyPriceCorrectionData; responses: ApplyPriceCorrectionResponses };
  undoPriceCorrection: { data: UndoPriceCorrectionData; responses: UndoPriceCorrectionResponses };
  listModels: { data: ListModelsData; responses: ListModelsResponses };
  listEmbeddingModels: { data: ListEmbeddingModelsData; responses: ListEmbeddingModelsResponses };
  listModelEndpoints: { data: ListModelEndpointsData; responses: ListModelEndpointsResponses };
  testModelEndpoint: { data: TestModelEndpointData; responses: TestModelEndpointResponses };
  listOwnEndpoints: { data: ListOwnEndpointsData; responses: ListOwnEndpointsResponses };
  createEndpoint: { data: CreateEndpointData; responses: CreateEndpointResponses };
  getEndpoint: { data: GetEndpointData; responses: GetEndpointResponses };
  deleteEndpoint: { data: DeleteEndpointData; responses: DeleteEndpointResponses };
  updateEndpoint: { data: UpdateEndpointData; responses: UpdateEndpointResponses };
  replaceEndpointKey: { data: ReplaceEndpointKeyData; responses: ReplaceEndpointKeyResponses };
  listEndpointModels: { data: ListEndpointModelsData; responses: ListEndpointModelsResponses };
  updateEndpointModels: { data: UpdateEndpointModelsData; responses: UpdateEndpointModelsResponses };
  getEndpointUses: { data: GetEndpointUsesData; responses: GetEndpointUsesResponses };
  listOrgTasks: { data: ListOrgTasksData; responses: ListOrgTasksResponses };
  listTemplates: { data: ListTemplatesData; responses: ListTemplatesResponses };
  createTemplate: { data: CreateTemplateData; responses: CreateTemplateResponses };
  getTemplate: { data: GetTemplateData; responses: GetTemplateResponses };
  updateTemplate: { data: UpdateTemplateData; responses: UpdateTemplateResponses };
  deleteTemplate: { data: DeleteTemplateData; responses: DeleteTemplateResponses };
  listProjects: { data: ListProjectsData; responses: ListProjectsResponses };
  createProject: { data: CreateProjectData; responses: CreateProjectResponses };
  getProject: { data: GetProjectData; responses: GetProjectResponses };
  deleteProject: { data: DeleteProjectData; responses: DeleteProjectResponses };
  updateProject: { data: UpdateProjectData; responses: UpdateProjectResponses };
  listProjectInvitations: { data: ListProjectInvitationsData; responses: ListProjectInvitationsResponses };
  createProjectInvitations: { data: CreateProjectInvitationsData; responses: CreateProjectInvitationsResponses };
  cancelProjectInvitation: { data: CancelProjectInvitationData; responses: CancelProjectInvitationResponses };
  updateProjectInvitation: { data: UpdateProjectInvitationData; responses: UpdateProjectInvitationResponses };
  resendProjectInvitation: { data: ResendProjectInvitationData; responses: ResendProjectInvitationResponses };
  createProjectInvitationLink: { data: CreateProjectInvitationLinkData; responses: CreateProjectInvitationLinkResponses };
  listProjectMembers: { data: ListProjectMembersData; responses: ListProjectMembersResponses };
  updateProjectMembers: { data: UpdateProjectMembersData; responses: UpdateProjectMembersResponses };
  removeProjectMember: { data: RemoveProjectMemberData; responses: RemoveProjectMemberResponses };
  updateProjectMember: { data: UpdateProjectMemberData; responses: UpdateProjectMemberResponses };
  leaveProject: { data: LeaveProjectData; responses: LeaveProjectResponses };
  previewProjectRemoval: { data: PreviewProjectRemovalData; responses: PreviewProjectRemovalResponses };
  testProjectPermissions: { data: TestProjectPermissionsData; responses: TestProjectPermissionsResponses };
  testResourcePermissions: { data: TestResourcePermissionsData; responses: TestResourcePermissionsResponses };
  getSharing: { data: GetSharingData; responses: GetSharingResponses };
  createShare: { data: CreateShareData; responses: CreateShareResponses };
  deleteShare: { data: DeleteShareData; responses: DeleteShareResponses };
  updateShare: { data: UpdateShareData; responses: UpdateShareResponses };
  createAccessLink: { data: CreateAccessLinkData; responses: CreateAccessLinkResponses };
  revokeAccessLink: { data: RevokeAccessLinkData; responses: RevokeAccessLinkResponses };
  listApiKeys: { data: ListApiKeysData; responses: ListApiKeysResponses };
  createApiKey: { data: CreateApiKeyData; responses: CreateApiKeyResponses };
  deleteApiKey: { data: DeleteApiKeyData; responses: DeleteApiKeyResponses };
  updateApiKey: { data: UpdateApiKeyData; responses: UpdateApiKeyResponses };
  rotateApiKey: { data: RotateApiKeyData; responses: RotateApiKeyResponses };
  getApiKeySpendLimit: { data: GetApiKeySpendLimitData; responses: GetApiKeySpendLimitResponses };
  replaceApiKeySpendLimit: { data: ReplaceApiKeySpendLimitData; responses: ReplaceApiKeySpendLimitResponses };
  getProjectSpendLimit: { data: GetProjectSpendLimitData; responses: GetProjectSpendLimitResponses };
  replaceProjectSpendLimit: { data: ReplaceProjectSpendLimitData; responses: ReplaceProjectSpendLimitResponses };
  listOAuthClients: { data: ListOAuthClientsData; responses: ListOAuthClientsResponses };
  createOAuthClient: { data: CreateOAuthClientData; responses: CreateOAuthClientResponses };
  getOAuthClient: { data: GetOAuthClientData; responses: GetOAuthClientResponses };
  deleteOAuthClient: { data: DeleteOAuthClientData; responses: DeleteOAuthClientResponses };
  updateOAuthClient: { data: UpdateOAuthClientData; responses: UpdateOAuthClientResponses };
  rotateOAuthClientSecret: { data: RotateOAuthClientSecretData; responses: RotateOAuthClientSecretResponses };
  listOAuthClientGrants: { data: ListOAuthClientGrantsData; responses: ListOAuthClientGrantsResponses };
  runAssist: { data: RunAssistData; responses: RunAssistResponses };
  streamAssist: { data: StreamAssistData; responses: StreamAssistResponses };
  listTasks: { data: ListTasksData; responses: ListTasksResponses };
  createTask: { data: CreateTaskData; responses: CreateTaskResponses };
  listTaskTags: { data: ListTaskTagsData; responses: ListTaskTagsResponses };
  getTask: { data: GetTaskData; responses: GetTaskResponses };
  deleteTask: { data: DeleteTaskData; responses: DeleteTaskResponses };
  updateTask: { data: UpdateTaskData; responses: UpdateTaskResponses };
  moveTask: { data: MoveTaskData; responses: MoveTaskResponses };
  getTaskDraft: { data: GetTaskDraftData; responses: GetTaskDraftResponses };
  replaceTaskDraft: { data: ReplaceTaskDraftData; responses: ReplaceTaskDraftResponses };
  listTaskRevisions: { data: ListTaskRevisionsData; responses: ListTaskRevisionsResponses };
  createTaskRevision: { data: CreateTaskRevisionData; responses: CreateTaskRevisionResponses };
  getTaskRevision: { data: GetTaskRevisionData; responses: GetTaskRevisionResponses };
  activateTaskRevision: { data: ActivateTaskRevisionData; responses: ActivateTaskRevisionResponses };
  replaceTaskEnvironment: { data: ReplaceTaskEnvironmentData; responses: ReplaceTaskEnvironmentResponses };
  deleteTaskEnvironment: { data: DeleteTaskEnvironmentData; responses: DeleteTaskEnvironmentResponses };
  getTaskUses: { data: GetTaskUsesData; responses: GetTaskUsesResponses };
  compareTaskRevisions: { data: CompareTaskRevisionsData; responses: CompareTaskRevisionsResponses };
  runTask: { data: RunTaskData; responses: RunTaskResponses };
  streamTask: { data: StreamTaskData; responses: StreamTaskResponses };
  runTaskMock: { data: RunTaskMockData; responses: RunTaskMockResponses };
  streamTaskMock: { data: StreamTaskMockData; responses: StreamTaskMockResponses };
  getTaskOpenApi: { data: GetTaskOpenApiData; responses: GetTaskOpenApiResponses };
  getTaskClient: { data: GetTaskClientData; responses: GetTaskClientResponses };
  listDatasets: { data: ListDatasetsData; responses: ListDatasetsResponses };
  createDataset: { data: CreateDatasetData; responses: CreateDatasetResponses };
  getDataset: { data: GetDatasetData; responses: GetDatasetResponses };
  deleteDataset: { data: DeleteDatasetData; responses: DeleteDatasetResponses };
  updateDataset: { data: UpdateDatasetData; responses: UpdateDatasetResponses };
  listDatasetCases: { data: ListDatasetCasesData; responses: ListDatasetCasesResponses };
  createDatasetCase: { data: CreateDatasetCaseData; responses: CreateDatasetCaseResponses };
  deleteDatasetCase: { data: DeleteDatasetCaseData; responses: DeleteDatasetCaseResponses };
  updateDatasetCase: { data: UpdateDatasetCaseData; responses: UpdateDatasetCaseResponses };
  importDatasetCases: { data: ImportDatasetCasesData; responses: ImportDatasetCasesResponses };
  listEvaluations: { data: ListEvaluationsData; responses: ListEvaluationsResponses };
  createEvaluation: { data: CreateEvaluationData; responses: CreateEvaluationResponses };
  getEvaluation: { data: GetEvaluationData; responses: GetEvaluationResponses };
  deleteEvaluation: { data: DeleteEvaluationData; responses: DeleteEvaluationResponses };
  listEvaluationResults: { data: ListEvaluationResultsData; responses: ListEvaluationResultsResponses };
  cancelEvaluation: { data: CancelEvaluationData; responses: CancelEvaluationResponses };
  resumeEvaluation: { data: ResumeEvaluationData; responses: ResumeEvaluationResponses };
  listRuns: { data: ListRunsData; responses: ListRunsResponses };
  getRunStats: { data: GetRunStatsData; responses: GetRunStatsResponses };
  listRejectedCalls: { data: ListRejectedCallsData; responses: ListRejectedCallsResponses };
  listRunCallers: { data: ListRunCallersData; responses: ListRunCallersResponses };
  exportRuns: { data: ExportRunsData; responses: ExportRunsResponses };
  getRun: { data: GetRunData; responses: GetRunResponses };
  listRunSteps: { data: ListRunStepsData; responses: ListRunStepsResponses };
  getRunStep: { data: GetRunStepData; responses: GetRunStepResponses };
  sendToolReply: { data: SendToolReplyData; responses: SendToolReplyResponses };
  streamRun: { data: StreamRunData; responses: StreamRunResponses };
  cancelRun: { data: CancelRunData; responses: CancelRunResponses };
  listWebhooks: { data: ListWebhooksData; responses: ListWebhooksResponses };
  createWebhook: { data: CreateWebhookData; responses: CreateWebhookResponses };
  getWebhook: { data: GetWebhookData; responses: GetWebhookResponses };
  deleteWebhook: { data: DeleteWebhookData; responses: DeleteWebhookResponses };
  updateWebhook: { data: UpdateWebhookData; responses: UpdateWebhookResponses };
  rotateWebhookSecret: { data: RotateWebhookSecretData; responses: RotateWebhookSecretResponses };
  testWebhook: { data: TestWebhookData; responses: TestWebhookResponses };
  listWebhookDeliveries: { data: ListWebhookDeliveriesData; responses: ListWebhookDeliveriesResponses };
  getWebhookDelivery: { data: GetWebhookDeliveryData; responses: GetWebhookDeliveryResponses };
  resendWebhookDelivery: { data: ResendWebhookDeliveryData; responses: ResendWebhookDeliveryResponses };
  getTaskWebhook: { data: GetTaskWebhookData; responses: GetTaskWebhookResponses };
  replaceTaskWebhook: { data: ReplaceTaskWebhookData; responses: ReplaceTaskWebhookResponses };
  getToolSecret: { data: GetToolSecretData; responses: GetToolSecretResponses };
  rotateToolSecret: { data: RotateToolSecretData; responses: RotateToolSecretResponses };
  listToolCredentials: { data: ListToolCredentialsData; responses: ListToolCredentialsResponses };
  replaceToolCredential: { data: ReplaceToolCredentialData; responses: ReplaceToolCredentialResponses };
  deleteToolCredential: { data: DeleteToolCredentialData; responses: DeleteToolCredentialResponses };
  getMcpServer: { data: GetMcpServerData; responses: GetMcpServerResponses };
  listCollections: { data: ListCollectionsData; responses: ListCollectionsResponses };
  createCollection: { data: CreateCollectionData; responses: CreateCollectionResponses };
  createUploads: { data: CreateUploadsData; responses: CreateUploadsResponses };
  getUpload: { data: GetUploadData; responses: GetUploadResponses };
  uploadPart: { data: UploadPartData; responses: UploadPartResponses };
  deleteUpload: { data: DeleteUploadData; responses: DeleteUploadResponses };
  createSampleCollection: { data: CreateSampleCollectionData; responses: CreateSampleCollectionResponses };
  importCollection: { data: ImportCollectionData; responses: ImportCollectionResponses };
  getCollection: { data: GetCollectionData; responses: GetCollectionResponses };
  deleteCollection: { data: DeleteCollectionData; responses: DeleteCollectionResponses };
  updateCollection: { data: UpdateCollectionData; responses: UpdateCollectionResponses };
  getCollectionOpenApi: { data: GetCollectionOpenApiData; responses: GetCollectionOpenApiResponses };
  getCollectionClient: { data: GetCollectionClientData; responses: GetCollectionClientResponses };
  exportCollection: { data: ExportCollectionData; responses: ExportCollectionResponses };
  listCollectionUses: { data: ListCollectionUsesData; responses: ListCollectionUsesResponses };
  getCollectionChatUse: { data: GetCollectionChatUseData; responses: GetCollectionChatUseResponses };
  moveCollection: { data: MoveCollectionData; responses: MoveCollectionResponses };
  listDocumentTags: { data: ListDocumentTagsData; responses: ListDocumentTagsResponses };
  previewChunks: { data: PreviewChunksData; responses: PreviewChunksResponses };
  listCollectionIndexes: { data: ListCollectionIndexesData; responses: ListCollectionIndexesResponses };
  createCollectionIndex: { data: CreateCollectionIndexData; responses: CreateCollectionIndexResponses };
  getCollectionIndex: { data: GetCollectionIndexData; responses: GetCollectionIndexResponses };
  deleteCollectionIndex: { data: DeleteCollectionIndexData; responses: DeleteCollectionIndexResponses };
  activateCollectionIndex: { data: ActivateCollectionIndexData; responses: ActivateCollectionIndexResponses };
  searchCollection: { data: SearchCollectionData; responses: SearchCollectionResponses };
  listQuestions: { data: ListQuestionsData; responses: ListQuestionsResponses };
  createQuestion: { data: CreateQuestionData; responses: CreateQuestionResponses };
  evaluateQuestions: { data: EvaluateQuestionsData; responses: EvaluateQuestionsResponses };
  deleteQuestion: { data: DeleteQuestionData; responses: DeleteQuestionResponses };
  updateQuestion: { data: UpdateQuestionData; responses: UpdateQuestionResponses };
  listDocuments: { data: ListDocumentsData; responses: ListDocumentsResponses };
  createDocument: { data: CreateDocumentData; responses: CreateDocumentResponses };
  uploadDocument: { data: UploadDocumentData; responses: UploadDocumentResponses };
  createDocumentsFromUrls: { data: CreateDocumentsFromUrlsData; responses: CreateDocumentsFromUrlsResponses };
  changeDocuments: { data: ChangeDocumentsData; responses: ChangeDocumentsResponses };
  getDocument: { data: GetDocumentData; responses: GetDocumentResponses };
  deleteDocument: { data: DeleteDocumentData; responses: DeleteDocumentResponses };
  updateDocument: { data: UpdateDocumentData; responses: UpdateDocumentResponses };
  retryDocument: { data: RetryDocumentData; responses: RetryDocumentResponses };
  cancelDocument: { data: CancelDocumentData; responses: CancelDocumentResponses };
  refetchDocument: { data: RefetchDocumentData; responses: RefetchDocumentResponses };
  listDocumentBlocks: { data: ListDocumentBlocksData; responses: ListDocumentBlocksResponses };
  listDocumentChunks: { data: ListDocumentChunksData; responses: ListDocumentChunksResponses };
  downloadDocument: { data: DownloadDocumentData; responses: DownloadDocumentResponses };
  listDatasources: { data: ListDatasourcesData; responses: ListDatasourcesResponses };
  createDatasource: { data: CreateDatasourceData; responses: CreateDatasourceResponses };
  previewWebsite: { data: PreviewWebsiteData; responses: PreviewWebsiteResponses };
  testDatasource: { data: TestDatasourceData; responses: TestDatasourceResponses };
  getDatasource: { data: GetDatasourceData; responses: GetDatasourceResponses };
  deleteDatasource: { data: DeleteDatasourceData; responses: DeleteDatasourceResponses };
  updateDatasource: { data: UpdateDatasourceData; responses: UpdateDatasourceResponses };
  browseDatasource: { data: BrowseDatasourceData; responses: BrowseDatasourceResponses };
  connectDatasource: { data: ConnectDatasourceData; responses: ConnectDatasourceResponses };
  completeDatasourceConnection: { data: CompleteDatasourceConnectionData; responses: CompleteDatasourceConnectionResponses };
  listDatasourceSyncs: { data: ListDatasourceSyncsData; responses: ListDatasourceSyncsResponses };
  syncDatasource: { data: SyncDatasourceData; responses: SyncDatasourceResponses };
  getDatasourceSync: { data: GetDatasourceSyncData; responses: GetDatasourceSyncResponses };
  cancelDatasourceSync: { data: CancelDatasourceSyncData; responses: CancelDatasourceSyncResponses };
  listDatasourceSyncEntries: { data: ListDatasourceSyncEntriesData; responses: ListDatasourceSyncEntriesResponses };
  listChats: { data: ListChatsData; responses: ListChatsResponses };
  createChat: { data: CreateChatData; responses: CreateChatResponses };
  searchChatMessages: { data: SearchChatMessagesData; responses: SearchChatMessagesResponses };
  getChat: { data: GetChatData; responses: GetChatResponses };
  deleteChat: { data: DeleteChatData; responses: DeleteChatResponses };
  updateChat: { data: UpdateChatData; responses: UpdateChatResponses };
  addChatCase: { data: AddChatCaseData; responses: AddChatCaseResponses };
  replaceChatPin: { data: ReplaceChatPinData; responses: ReplaceChatPinResponses };
  restoreChat: { data: RestoreChatData; responses: RestoreChatResponses };
  listChatConfigs: { data: ListChatConfigsData; responses: ListChatConfigsResponses };
  replaceChatConfig: { data: ReplaceChatConfigData; responses: ReplaceChatConfigResponses };
  getChatOpenApi: { data: GetChatOpenApiData; responses: GetChatOpenApiResponses };
  getChatClient: { data: GetChatClientData; responses: GetChatClientResponses };
  exportChat: { data: ExportChatData; responses: ExportChatResponses };
  shareChat: { data: ShareChatData; responses: ShareChatResponses };
  listChatLinks: { data: ListChatLinksData; responses: ListChatLinksResponses };
  createChatLink: { data: CreateChatLinkData; responses: CreateChatLinkResponses };
  revokeChatLink: { data: RevokeChatLinkData; responses: RevokeChatLinkResponses };
  listChatMessages: { data: ListChatMessagesData; responses: ListChatMessagesResponses };
  sendChatMessage: { data: SendChatMessageData; responses: SendChatMessageResponses };
  getChatMessage: { data: GetChatMessageData; responses: GetChatMessageResponses };
  regenerateChatAnswer: { data: RegenerateChatAnswerData; responses: RegenerateChatAnswerResponses };
  cancelChatAnswer: { data: CancelChatAnswerData; responses: CancelChatAnswerResponses };
  streamChatAnswer: { data: StreamChatAnswerData; responses: StreamChatAnswerResponses };
  rateChatAnswer: { data: RateChatAnswerData; responses: RateChatAnswerResponses };
  getChatPassage: { data: GetChatPassageData; responses: GetChatPassageResponses };
  uploadChatAttachment: { data: UploadChatAttachmentData; responses: UploadChatAttachmentResponses };
  getChatAttachment: { data: GetChatAttachmentData; responses: GetChatAttachmentResponses };
  deleteChatAttachment: { data: DeleteChatAttachmentData; responses: DeleteChatAttachmentResponses };
  listArticles: { data: ListArticlesData; responses: ListArticlesResponses };
  createArticle: { data: CreateArticleData; responses: CreateArticleResponses };
  getArticle: { data: GetArticleData; responses: GetArticleResponses };
  deleteArticle: { data: DeleteArticleData; responses: DeleteArticleResponses };
  updateArticle: { data: UpdateArticleData; responses: UpdateArticleResponses };
  publishArticle: { data: PublishArticleData; responses: PublishArticleResponses };
  uploadArticleImage: { data: UploadArticleImageData; responses: UploadArticleImageResponses };
  listArticleVersions: { data: ListArticleVersionsData; responses: ListArticleVersionsResponses };
  createArticleVersion: { data: CreateArticleVersionData; responses: CreateArticleVersionResponses };
  getArticleVersion: { data: GetArticleVersionData; responses: GetArticleVersionResponses };
  restoreArticleVersion: { data: RestoreArticleVersionData; responses: RestoreArticleVersionResponses };
  streamComposeStep: { data: StreamComposeStepData; responses: StreamComposeStepResponses };
  listWidgets: { data: ListWidgetsData; responses: ListWidgetsResponses };
  createWidget: { data: CreateWidgetData; responses: CreateWidgetResponses };
  getWidget: { data: GetWidgetData; responses: GetWidgetResponses };
  deleteWidget: { data: DeleteWidgetData; responses: DeleteWidgetResponses };
  updateWidget: { data: UpdateWidgetData; responses: UpdateWidgetResponses };
  rotateWidgetKey: { data: RotateWidgetKeyData; responses: RotateWidgetKeyResponses };
  getSharedChat: { data: GetSharedChatData; responses: GetSharedChatResponses };
  listSharedChatMessages: { data: ListSharedChatMessagesData; responses: ListSharedChatMessagesResponses };
  openChatSocket: { data: OpenChatSocketData; responses: Record<never, never> };
  getPublicWidget: { data: GetPublicWidgetData; responses: GetPublicWidgetResponses };
  createVisitor: { data: CreateVisitorData; responses: CreateVisitorResponses };
  listVisitorMessages: { data: ListVisitorMessagesData; responses: ListVisitorMessagesResponses };
  sendVisitorMessage: { data: SendVisitorMessageData; responses: SendVisitorMessageResponses };
  streamVisitorAnswer: { data: StreamVisitorAnswerData; responses: StreamVisitorAnswerResponses };
  cancelVisitorAnswer: { data: CancelVisitorAnswerData; responses: CancelVisitorAnswerResponses };
  rateVisitorAnswer: { data: RateVisitorAnswerData; responses: RateVisitorAnswerResponses };
  createVisitorChat: { data: CreateVisitorChatData; responses: CreateVisitorChatResponses };
  unsubscribeFromEmails: { data: UnsubscribeFromEmailsData; responses: UnsubscribeFromEmailsResponses };
  openAccessLink: { data: OpenAccessLinkData; responses: OpenAccessLinkResponses };
  openInvitation: { data: OpenInvitationData; responses: OpenInvitationResponses };
  acceptInvitation: { data: AcceptInvitationData; responses: AcceptInvitationResponses };
  declineInvitation: { data: DeclineInvitationData; responses: DeclineInvitationResponses };
  getClientSettings: { data: GetClientSettingsData; responses: GetClientSettingsResponses };
  getHealth: { data: GetHealthData; responses: GetHealthResponses };
  getReadiness: { data: GetReadinessData; responses: GetReadinessResponses };
}

export type OperationId = keyof OperationTypes;

/** The version of the contract. */
export const API_VERSION = '0.1.0';

/** What the contract says about each operation besides its types, in the order of the contract. */
export const OPERATIONS = {
  getUser: {"id":"getUser","area":"user","method":"GET","path":"/user","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,429,500,503]},
  updateUser: {"id":"updateUser","area":"user","method":"PATCH","path":"/user","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"UserUpdate","statuses":[200,400,401,409,413,415,429,500,503]},
  replaceUserAvatar: {"id":"replaceUserAvatar","area":"user","method":"PUT","path":"/user/avatar","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"file":"file","statuses":[200,400,401,413,415,429,500,503]},
  deleteUserAvatar: {"id":"deleteUserAvatar","area":"user","method":"DELETE","path":"/user/avatar","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,429,500,503]},
  getUserDeletion: {"id":"getUserDeletion","area":"account","method":"GET","path":"/user/deletion","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,429,500,503]},
  scheduleUserDeletion: {"id":"scheduleUserDeletion","area":"account","method":"POST","path":"/user/deletion","permission":"authenticated","takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"UserDeletionRequest","statuses":[200,400,401,403,409,413,415,429,500,503]},
  cancelUserDeletion: {"id":"cancelUserDeletion","area":"account","method":"DELETE","path":"/user/deletion","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,429,500,503]},
  exportUserData: {"id":"exportUserData","area":"account","method":"GET","path":"/user/export","permission":"authenticated","takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":[],"sends":"text","statuses":[200,401,403,429,500,503]},
  listNotifications: {"id":"listNotifications","area":"notification","method":"GET","path":"/user/notification","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","unread"],"statuses":[200,400,401,429,500,503]},
  readNotifications: {"id":"readNotifications","area":"notification","method":"POST","path":"/user/notification/read","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"NotificationsRead","statuses":[200,400,401,409,413,415,429,500,503]},
  deleteNotification: {"id":"deleteNotification","area":"notification","method":"DELETE","path":"/user/notification/{notificationId}","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,404,429,500,503]},
  updateNotification: {"id":"updateNotification","area":"notification","method":"PATCH","path":"/user/notification/{notificationId}","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"NotificationUpdate","statuses":[200,400,401,404,409,413,415,429,500,503]},
  getNotificationCount: {"id":"getNotificationCount","area":"notification","method":"GET","path":"/user/notification-count","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,429,500,503]},
  getNotificationPreferences: {"id":"getNotificationPreferences","area":"notification","method":"GET","path":"/user/notification-preference","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,429,500,503]},
  updateNotificationPreferences: {"id":"updateNotificationPreferences","area":"notification","method":"PATCH","path":"/user/notification-preference","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"NotificationPreferencesUpdate","statuses":[200,400,401,409,413,415,429,500,503]},
  listJoinableOrgs: {"id":"listJoinableOrgs","area":"capture","method":"GET","path":"/user/joinable-org","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,429,500,503]},
  joinOrg: {"id":"joinOrg","area":"capture","method":"POST","path":"/user/joinable-org/{joinableOrgId}/join","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,404,409,413,415,429,500,503]},
  requestToJoin: {"id":"requestToJoin","area":"capture","method":"POST","path":"/user/joinable-org/{joinableOrgId}/request","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,404,409,413,415,429,500,503]},
  withdrawJoinRequest: {"id":"withdrawJoinRequest","area":"capture","method":"DELETE","path":"/user/joinable-org/{joinableOrgId}/request","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,404,429,500,503]},
  listSharedThings: {"id":"listSharedThings","area":"share","method":"GET","path":"/user/shared","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,429,500,503]},
  leaveSharedThing: {"id":"leaveSharedThing","area":"share","method":"DELETE","path":"/user/shared/{shareId}","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,404,429,500,503]},
  listUserGrants: {"id":"listUserGrants","area":"oauth","method":"GET","path":"/user/grant","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,429,500,503]},
  revokeUserGrant: {"id":"revokeUserGrant","area":"oauth","method":"DELETE","path":"/user/grant/{grantId}","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,404,429,500,503]},
  openOAuthRequest: {"id":"openOAuthRequest","area":"oauth","method":"POST","path":"/user/oauth-request","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"OAuthRequestOpen","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  getOAuthRequest: {"id":"getOAuthRequest","area":"oauth","method":"GET","path":"/user/oauth-request/{oauthRequestId}","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  acceptOAuthRequest: {"id":"acceptOAuthRequest","area":"oauth","method":"POST","path":"/user/oauth-request/{oauthRequestId}/accept","permission":"authenticated","takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":[],"body":"OAuthRequestAccept","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  cancelOAuthRequest: {"id":"cancelOAuthRequest","area":"oauth","method":"POST","path":"/user/oauth-request/{oauthRequestId}/cancel","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,409,429,500,503]},
  listOrgs: {"id":"listOrgs","area":"org","method":"GET","path":"/org","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","membership","q"],"statuses":[200,400,401,429,500,503]},
  createOrg: {"id":"createOrg","area":"org","method":"POST","path":"/org","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"OrgCreate","statuses":[201,400,401,409,413,415,429,500,503]},
  getOrg: {"id":"getOrg","area":"org","method":"GET","path":"/org/{orgId}","permission":{"level":"organization","name":"view_members","guests":true},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deleteOrg: {"id":"deleteOrg","area":"org","method":"DELETE","path":"/org/{orgId}","permission":{"level":"organization","name":"remove_owner"},"takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateOrg: {"id":"updateOrg","area":"org","method":"PATCH","path":"/org/{orgId}","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"OrgUpdate","statuses":[200,400,401,403,404,409,412,413,415,429,500,503]},
  listDeletedProjects: {"id":"listDeletedProjects","area":"deletion","method":"GET","path":"/org/{orgId}/deleted-project","permission":{"level":"organization","name":"view_members","guests":true},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  eraseProject: {"id":"eraseProject","area":"deletion","method":"DELETE","path":"/org/{orgId}/deleted-project/{deletedProjectId}","permission":{"level":"organization","name":"view_members","guests":true},"takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  restoreProject: {"id":"restoreProject","area":"deletion","method":"POST","path":"/org/{orgId}/deleted-project/{deletedProjectId}/restore","permission":{"level":"organization","name":"view_members","guests":true},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,403,404,409,429,500,503]},
  moveProject: {"id":"moveProject","area":"transfer","method":"POST","path":"/org/{orgId}/project/{projectId}/move","permission":{"level":"project","name":"remove_owner"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ProjectMove","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  previewProjectMove: {"id":"previewProjectMove","area":"transfer","method":"POST","path":"/org/{orgId}/project/{projectId}/move/preview","permission":{"level":"project","name":"remove_owner"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"ProjectMove","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  copyProject: {"id":"copyProject","area":"transfer","method":"POST","path":"/org/{orgId}/project-copy","permission":{"level":"organization","name":"create_project"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ProjectCopy","statuses":[202,400,401,403,404,409,413,415,429,500,503]},
  listProjectTemplates: {"id":"listProjectTemplates","area":"transfer","method":"GET","path":"/org/{orgId}/project-template","permission":{"level":"organization","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  exportOrg: {"id":"exportOrg","area":"transfer","method":"POST","path":"/org/{orgId}/export","permission":{"level":"organization","name":"remove_owner"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[202,400,401,403,404,409,413,415,429,500,503]},
  importOrg: {"id":"importOrg","area":"transfer","method":"POST","path":"/org/{orgId}/import","permission":{"level":"organization","name":"remove_owner"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"OrgImport","statuses":[202,400,401,403,404,409,413,415,429,500,503]},
  listTransfers: {"id":"listTransfers","area":"transfer","method":"GET","path":"/org/{orgId}/transfer","permission":{"level":"organization","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  getTransfer: {"id":"getTransfer","area":"transfer","method":"GET","path":"/org/{orgId}/transfer/{transferId}","permission":{"level":"organization","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  cancelTransfer: {"id":"cancelTransfer","area":"transfer","method":"POST","path":"/org/{orgId}/transfer/{transferId}/cancel","permission":{"level":"organization","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,403,404,409,429,500,503]},
  downloadTransfer: {"id":"downloadTransfer","area":"transfer","method":"GET","path":"/org/{orgId}/transfer/{transferId}/file","permission":{"level":"organization","name":"remove_owner"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"sends":"text","statuses":[200,401,403,404,429,500,503]},
  listDeletedOrgs: {"id":"listDeletedOrgs","area":"deletion","method":"GET","path":"/deleted-org","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,429,500,503]},
  eraseOrg: {"id":"eraseOrg","area":"deletion","method":"DELETE","path":"/deleted-org/{deletedOrgId}","permission":"authenticated","takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,404,429,500,503]},
  restoreOrg: {"id":"restoreOrg","area":"deletion","method":"POST","path":"/deleted-org/{deletedOrgId}/restore","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,404,409,429,500,503]},
  testOrgPermissions: {"id":"testOrgPermissions","area":"access","method":"POST","path":"/org/{orgId}/iam/test","permission":{"level":"organization","name":"view_members","guests":true},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"OrgPermissionTest","statuses":[200,400,401,403,404,413,415,429,500,503]},
  listOrgMembers: {"id":"listOrgMembers","area":"member","method":"GET","path":"/org/{orgId}/member","permission":{"level":"organization","name":"view_members","guests":true},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q","sort","role"],"statuses":[200,400,401,403,404,429,500,503]},
  updateOrgMembers: {"id":"updateOrgMembers","area":"member","method":"PATCH","path":"/org/{orgId}/member","permission":{"level":"organization","name":"remove_member"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"MembersUpdate","statuses":[204,400,401,403,404,409,413,415,429,500,503]},
  removeOrgMember: {"id":"removeOrgMember","area":"member","method":"DELETE","path":"/org/{orgId}/member/{userId}","permission":{"level":"organization","name":"remove_member"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,409,429,500,503]},
  updateOrgMember: {"id":"updateOrgMember","area":"member","method":"PATCH","path":"/org/{orgId}/member/{userId}","permission":{"level":"organization","name":"remove_member"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"MemberUpdate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  leaveOrg: {"id":"leaveOrg","area":"member","method":"DELETE","path":"/org/{orgId}/membership","permission":{"level":"organization","name":"view_members","guests":true},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,409,429,500,503]},
  transferOrgOwnership: {"id":"transferOrgOwnership","area":"member","method":"POST","path":"/org/{orgId}/ownership","permission":{"level":"organization","name":"remove_owner"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"OwnershipTransfer","statuses":[204,400,401,403,404,409,413,415,429,500,503]},
  previewOrgRemoval: {"id":"previewOrgRemoval","area":"member","method":"POST","path":"/org/{orgId}/removal","permission":{"level":"organization","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"RemovalRequest","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  listDomains: {"id":"listDomains","area":"capture","method":"GET","path":"/org/{orgId}/domain","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  createDomain: {"id":"createDomain","area":"capture","method":"POST","path":"/org/{orgId}/domain","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"EmailDomainCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  deleteDomain: {"id":"deleteDomain","area":"capture","method":"DELETE","path":"/org/{orgId}/domain/{domainId}","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateDomain: {"id":"updateDomain","area":"capture","method":"PATCH","path":"/org/{orgId}/domain/{domainId}","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"EmailDomainUpdate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  verifyDomain: {"id":"verifyDomain","area":"capture","method":"POST","path":"/org/{orgId}/domain/{domainId}/verify","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  listJoinRequests: {"id":"listJoinRequests","area":"capture","method":"GET","path":"/org/{orgId}/join-request","permission":{"level":"organization","name":"add_member"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  approveJoinRequest: {"id":"approveJoinRequest","area":"capture","method":"POST","path":"/org/{orgId}/join-request/{joinRequestId}/approve","permission":{"level":"organization","name":"add_member"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"JoinApproval","statuses":[204,400,401,403,404,409,413,415,429,500,503]},
  declineJoinRequest: {"id":"declineJoinRequest","area":"capture","method":"POST","path":"/org/{orgId}/join-request/{joinRequestId}/decline","permission":{"level":"organization","name":"add_member"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[204,400,401,403,404,409,429,500,503]},
  listInvitations: {"id":"listInvitations","area":"invitation","method":"GET","path":"/org/{orgId}/invitation","permission":{"level":"organization","name":"add_member"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q","project_id"],"statuses":[200,400,401,403,404,429,500,503]},
  createInvitations: {"id":"createInvitations","area":"invitation","method":"POST","path":"/org/{orgId}/invitation","permission":{"level":"organization","name":"add_member"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"InvitationCreate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  cancelInvitation: {"id":"cancelInvitation","area":"invitation","method":"DELETE","path":"/org/{orgId}/invitation/{invitationId}","permission":{"level":"organization","name":"remove_member"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateInvitation: {"id":"updateInvitation","area":"invitation","method":"PATCH","path":"/org/{orgId}/invitation/{invitationId}","permission":{"level":"organization","name":"add_member"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"InvitationUpdate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  resendInvitation: {"id":"resendInvitation","area":"invitation","method":"POST","path":"/org/{orgId}/invitation/{invitationId}/resend","permission":{"level":"organization","name":"add_member"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,403,404,409,429,500,503]},
  createInvitationLink: {"id":"createInvitationLink","area":"invitation","method":"POST","path":"/org/{orgId}/invitation/{invitationId}/link","permission":{"level":"organization","name":"add_member"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,403,404,409,410,429,500,503]},
  listAuditEntries: {"id":"listAuditEntries","area":"audit","method":"GET","path":"/org/{orgId}/audit","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q","actor_id","action","target_type","target_id","project_id","outcome","created_after","created_before"],"statuses":[200,400,401,403,404,429,500,503]},
  exportAuditEntries: {"id":"exportAuditEntries","area":"audit","method":"GET","path":"/org/{orgId}/audit/export","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["format","q","actor_id","action","target_type","target_id","project_id","outcome","created_after","created_before"],"sends":"text","statuses":[200,400,401,403,404,429,500,503]},
  getAuditEntry: {"id":"getAuditEntry","area":"audit","method":"GET","path":"/org/{orgId}/audit/{entryId}","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  getAuditRetention: {"id":"getAuditRetention","area":"audit","method":"GET","path":"/org/{orgId}/audit-retention","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  replaceAuditRetention: {"id":"replaceAuditRetention","area":"audit","method":"PUT","path":"/org/{orgId}/audit-retention","permission":{"level":"organization","name":"remove_owner"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"AuditRetentionUpdate","statuses":[200,400,401,403,404,409,412,413,415,429,500,503]},
  getBalance: {"id":"getBalance","area":"billing","method":"GET","path":"/org/{orgId}/balance","permission":{"level":"organization","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  getBilling: {"id":"getBilling","area":"billing","method":"GET","path":"/org/{orgId}/billing","permission":{"level":"organization","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["refresh"],"statuses":[200,400,401,403,404,429,500,503]},
  createCheckout: {"id":"createCheckout","area":"billing","method":"POST","path":"/org/{orgId}/billing/checkout","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"PlanChoice","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  openBillingPortal: {"id":"openBillingPortal","area":"billing","method":"POST","path":"/org/{orgId}/billing/portal","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[201,400,401,403,404,409,429,500,503]},
  previewPlanChange: {"id":"previewPlanChange","area":"billing","method":"GET","path":"/org/{orgId}/billing/preview","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["plan","interval"],"statuses":[200,400,401,403,404,409,429,500,503]},
  changePlan: {"id":"changePlan","area":"billing","method":"PUT","path":"/org/{orgId}/billing/plan","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"PlanChange","statuses":[200,400,401,402,403,404,409,412,413,415,429,500,503]},
  cancelPlan: {"id":"cancelPlan","area":"billing","method":"DELETE","path":"/org/{orgId}/billing/plan","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,403,404,409,412,429,500,503]},
  resumePlan: {"id":"resumePlan","area":"billing","method":"POST","path":"/org/{orgId}/billing/plan/resume","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,403,404,409,412,429,500,503]},
  listInvoices: {"id":"listInvoices","area":"billing","method":"GET","path":"/org/{orgId}/billing/invoice","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,409,429,500,503]},
  createCardSetup: {"id":"createCardSetup","area":"billing","method":"POST","path":"/org/{orgId}/billing/card","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[201,400,401,403,404,409,429,500,503]},
  replaceTaxId: {"id":"replaceTaxId","area":"billing","method":"PUT","path":"/org/{orgId}/billing/tax_id","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"TaxId","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  deleteTaxId: {"id":"deleteTaxId","area":"billing","method":"DELETE","path":"/org/{orgId}/billing/tax_id","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,403,404,409,429,500,503]},
  createTopUp: {"id":"createTopUp","area":"billing","method":"POST","path":"/org/{orgId}/billing/top_up","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"TopUpCreate","statuses":[200,400,401,402,403,404,409,413,415,429,500,503]},
  getAutoTopUp: {"id":"getAutoTopUp","area":"billing","method":"GET","path":"/org/{orgId}/billing/auto_top_up","permission":{"level":"organization","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  replaceAutoTopUp: {"id":"replaceAutoTopUp","area":"billing","method":"PUT","path":"/org/{orgId}/billing/auto_top_up","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"AutoTopUpUpdate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  listLedgerEntries: {"id":"listLedgerEntries","area":"billing","method":"GET","path":"/org/{orgId}/ledger","permission":{"level":"organization","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","kind","created_after","created_before"],"statuses":[200,400,401,403,404,429,500,503]},
  exportLedger: {"id":"exportLedger","area":"billing","method":"GET","path":"/org/{orgId}/ledger/export","permission":{"level":"organization","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["kind","created_after","created_before"],"sends":"text","statuses":[200,400,401,403,404,429,500,503]},
  getUsage: {"id":"getUsage","area":"billing","method":"GET","path":"/org/{orgId}/usage","permission":{"level":"organization","name":"view_members","guests":true},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["group_by","from","to","project_id","task_id","model_id","api_key_id","user_id","kind"],"statuses":[200,400,401,403,404,429,500,503]},
  exportUsage: {"id":"exportUsage","area":"billing","method":"GET","path":"/org/{orgId}/usage/export","permission":{"level":"organization","name":"view_members","guests":true},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["from","to","project_id","task_id","model_id","api_key_id","user_id","kind"],"sends":"text","statuses":[200,400,401,403,404,429,500,503]},
  getSpendForecast: {"id":"getSpendForecast","area":"billing","method":"GET","path":"/org/{orgId}/usage/forecast","permission":{"level":"organization","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  listSpendLimits: {"id":"listSpendLimits","area":"billing","method":"GET","path":"/org/{orgId}/spend-limit","permission":{"level":"organization","name":"view_members","guests":true},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  listSpendAlerts: {"id":"listSpendAlerts","area":"billing","method":"GET","path":"/org/{orgId}/spend-alert","permission":{"level":"organization","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  createSpendAlert: {"id":"createSpendAlert","area":"billing","method":"POST","path":"/org/{orgId}/spend-alert","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"SpendAlertCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  deleteSpendAlert: {"id":"deleteSpendAlert","area":"billing","method":"DELETE","path":"/org/{orgId}/spend-alert/{alertId}","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  listPriceChanges: {"id":"listPriceChanges","area":"billing","method":"GET","path":"/org/{orgId}/price-change","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","model_id"],"statuses":[200,400,401,403,404,429,500,503]},
  listPriceCorrections: {"id":"listPriceCorrections","area":"billing","method":"GET","path":"/org/{orgId}/price-correction","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","model_id"],"statuses":[200,400,401,403,404,429,500,503]},
  createPriceCorrection: {"id":"createPriceCorrection","area":"billing","method":"POST","path":"/org/{orgId}/price-correction","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"PriceCorrectionCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  getPriceCorrection: {"id":"getPriceCorrection","area":"billing","method":"GET","path":"/org/{orgId}/price-correction/{correctionId}","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deletePriceCorrection: {"id":"deletePriceCorrection","area":"billing","method":"DELETE","path":"/org/{orgId}/price-correction/{correctionId}","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,409,429,500,503]},
  applyPriceCorrection: {"id":"applyPriceCorrection","area":"billing","method":"POST","path":"/org/{orgId}/price-correction/{correctionId}/apply","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,403,404,409,429,500,503]},
  undoPriceCorrection: {"id":"undoPriceCorrection","area":"billing","method":"POST","path":"/org/{orgId}/price-correction/{correctionId}/undo","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[201,400,401,403,404,409,429,500,503]},
  listModels: {"id":"listModels","area":"model","method":"GET","path":"/org/{orgId}/model","permission":{"level":"organization","name":"view_members","guests":true},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q"],"statuses":[200,400,401,403,404,429,500,503]},
  listEmbeddingModels: {"id":"listEmbeddingModels","area":"model","method":"GET","path":"/org/{orgId}/embedding-model","permission":{"level":"organization","name":"view_members","guests":true},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  listModelEndpoints: {"id":"listModelEndpoints","area":"model","method":"GET","path":"/org/{orgId}/model-endpoint","permission":{"level":"organization","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  testModelEndpoint: {"id":"testModelEndpoint","area":"model","method":"POST","path":"/org/{orgId}/model-endpoint/{modelEndpointId}/test","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"ModelEndpointTest","statuses":[200,400,401,402,403,404,413,415,429,500,503]},
  listOwnEndpoints: {"id":"listOwnEndpoints","area":"endpoint","method":"GET","path":"/org/{orgId}/model-endpoint-config","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  createEndpoint: {"id":"createEndpoint","area":"endpoint","method":"POST","path":"/org/{orgId}/model-endpoint-config","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"EndpointCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  getEndpoint: {"id":"getEndpoint","area":"endpoint","method":"GET","path":"/org/{orgId}/model-endpoint-config/{endpointId}","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deleteEndpoint: {"id":"deleteEndpoint","area":"endpoint","method":"DELETE","path":"/org/{orgId}/model-endpoint-config/{endpointId}","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateEndpoint: {"id":"updateEndpoint","area":"endpoint","method":"PATCH","path":"/org/{orgId}/model-endpoint-config/{endpointId}","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"EndpointUpdate","statuses":[200,400,401,403,404,409,412,413,415,429,500,503]},
  replaceEndpointKey: {"id":"replaceEndpointKey","area":"endpoint","method":"PUT","path":"/org/{orgId}/model-endpoint-config/{endpointId}/key","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"EndpointKeyReplace","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  listEndpointModels: {"id":"listEndpointModels","area":"endpoint","method":"GET","path":"/org/{orgId}/model-endpoint-config/{endpointId}/model","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q"],"statuses":[200,400,401,403,404,429,500,503]},
  updateEndpointModels: {"id":"updateEndpointModels","area":"endpoint","method":"PATCH","path":"/org/{orgId}/model-endpoint-config/{endpointId}/model","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"EndpointModelsUpdate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  getEndpointUses: {"id":"getEndpointUses","area":"endpoint","method":"GET","path":"/org/{orgId}/model-endpoint-config/{endpointId}/use","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  listOrgTasks: {"id":"listOrgTasks","area":"task","method":"GET","path":"/org/{orgId}/task","permission":{"level":"organization","name":"view_members","guests":true},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q","sort","tag","archived"],"statuses":[200,400,401,403,404,429,500,503]},
  listTemplates: {"id":"listTemplates","area":"template","method":"GET","path":"/org/{orgId}/template","permission":{"level":"organization","name":"view_members","guests":true},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q","tag"],"statuses":[200,400,401,403,404,429,500,503]},
  createTemplate: {"id":"createTemplate","area":"template","method":"POST","path":"/org/{orgId}/template","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"TemplateCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  getTemplate: {"id":"getTemplate","area":"template","method":"GET","path":"/org/{orgId}/template/{templateId}","permission":{"level":"organization","name":"view_members","guests":true},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  updateTemplate: {"id":"updateTemplate","area":"template","method":"PUT","path":"/org/{orgId}/template/{templateId}","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"TemplateCreate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  deleteTemplate: {"id":"deleteTemplate","area":"template","method":"DELETE","path":"/org/{orgId}/template/{templateId}","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  listProjects: {"id":"listProjects","area":"project","method":"GET","path":"/org/{orgId}/project","permission":{"level":"organization","name":"view_members","guests":true},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q"],"statuses":[200,400,401,403,404,429,500,503]},
  createProject: {"id":"createProject","area":"project","method":"POST","path":"/org/{orgId}/project","permission":{"level":"organization","name":"create_project"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ProjectCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  getProject: {"id":"getProject","area":"project","method":"GET","path":"/org/{orgId}/project/{projectId}","permission":{"level":"project","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deleteProject: {"id":"deleteProject","area":"project","method":"DELETE","path":"/org/{orgId}/project/{projectId}","permission":{"level":"project","name":"remove_owner"},"takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,409,429,500,503]},
  updateProject: {"id":"updateProject","area":"project","method":"PATCH","path":"/org/{orgId}/project/{projectId}","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ProjectUpdate","statuses":[200,400,401,403,404,409,412,413,415,429,500,503]},
  listProjectInvitations: {"id":"listProjectInvitations","area":"invitation","method":"GET","path":"/org/{orgId}/project/{projectId}/invitation","permission":{"level":"project","name":"add_member"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q"],"statuses":[200,400,401,403,404,429,500,503]},
  createProjectInvitations: {"id":"createProjectInvitations","area":"invitation","method":"POST","path":"/org/{orgId}/project/{projectId}/invitation","permission":{"level":"project","name":"add_member"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ProjectInvitationCreate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  cancelProjectInvitation: {"id":"cancelProjectInvitation","area":"invitation","method":"DELETE","path":"/org/{orgId}/project/{projectId}/invitation/{invitationId}","permission":{"level":"project","name":"remove_member"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateProjectInvitation: {"id":"updateProjectInvitation","area":"invitation","method":"PATCH","path":"/org/{orgId}/project/{projectId}/invitation/{invitationId}","permission":{"level":"project","name":"add_member"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ProjectInvitationUpdate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  resendProjectInvitation: {"id":"resendProjectInvitation","area":"invitation","method":"POST","path":"/org/{orgId}/project/{projectId}/invitation/{invitationId}/resend","permission":{"level":"project","name":"add_member"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,403,404,409,429,500,503]},
  createProjectInvitationLink: {"id":"createProjectInvitationLink","area":"invitation","method":"POST","path":"/org/{orgId}/project/{projectId}/invitation/{invitationId}/link","permission":{"level":"project","name":"add_member"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,403,404,409,410,429,500,503]},
  listProjectMembers: {"id":"listProjectMembers","area":"member","method":"GET","path":"/org/{orgId}/project/{projectId}/member","permission":{"level":"project","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q","sort","role"],"statuses":[200,400,401,403,404,429,500,503]},
  updateProjectMembers: {"id":"updateProjectMembers","area":"member","method":"PATCH","path":"/org/{orgId}/project/{projectId}/member","permission":{"level":"project","name":"remove_member"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"MembersUpdate","statuses":[204,400,401,403,404,409,413,415,429,500,503]},
  removeProjectMember: {"id":"removeProjectMember","area":"member","method":"DELETE","path":"/org/{orgId}/project/{projectId}/member/{userId}","permission":{"level":"project","name":"remove_member"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,409,429,500,503]},
  updateProjectMember: {"id":"updateProjectMember","area":"member","method":"PATCH","path":"/org/{orgId}/project/{projectId}/member/{userId}","permission":{"level":"project","name":"remove_member"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"MemberUpdate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  leaveProject: {"id":"leaveProject","area":"member","method":"DELETE","path":"/org/{orgId}/project/{projectId}/membership","permission":{"level":"project","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,409,429,500,503]},
  previewProjectRemoval: {"id":"previewProjectRemoval","area":"member","method":"POST","path":"/org/{orgId}/project/{projectId}/removal","permission":{"level":"project","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"RemovalRequest","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  testProjectPermissions: {"id":"testProjectPermissions","area":"access","method":"POST","path":"/org/{orgId}/project/{projectId}/iam/test","permission":{"level":"project","name":"view_members"},"takesApiKey":true,"scopes":[],"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"ProjectPermissionTest","statuses":[200,400,401,403,404,413,415,429,500,503]},
  testResourcePermissions: {"id":"testResourcePermissions","area":"access","method":"POST","path":"/org/{orgId}/project/{projectId}/{resourceType}/{id}/iam/test","permission":{"level":"resource","name":"view"},"takesApiKey":true,"scopes":[],"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"ResourcePermissionTest","statuses":[200,400,401,403,404,413,415,429,500,503]},
  getSharing: {"id":"getSharing","area":"share","method":"GET","path":"/org/{orgId}/project/{projectId}/{resourceType}/{id}/access","permission":{"level":"resource","name":"share"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  createShare: {"id":"createShare","area":"share","method":"POST","path":"/org/{orgId}/project/{projectId}/{resourceType}/{id}/access","permission":{"level":"resource","name":"share"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ShareCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  deleteShare: {"id":"deleteShare","area":"share","method":"DELETE","path":"/org/{orgId}/project/{projectId}/{resourceType}/{id}/access/{shareId}","permission":{"level":"resource","name":"share"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateShare: {"id":"updateShare","area":"share","method":"PATCH","path":"/org/{orgId}/project/{projectId}/{resourceType}/{id}/access/{shareId}","permission":{"level":"resource","name":"share"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ShareUpdate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  createAccessLink: {"id":"createAccessLink","area":"share","method":"POST","path":"/org/{orgId}/project/{projectId}/{resourceType}/{id}/access-link","permission":{"level":"resource","name":"share"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"AccessLinkCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  revokeAccessLink: {"id":"revokeAccessLink","area":"share","method":"DELETE","path":"/org/{orgId}/project/{projectId}/{resourceType}/{id}/access-link/{accessLinkId}","permission":{"level":"resource","name":"share"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  listApiKeys: {"id":"listApiKeys","area":"key","method":"GET","path":"/org/{orgId}/project/{projectId}/api-key","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  createApiKey: {"id":"createApiKey","area":"key","method":"POST","path":"/org/{orgId}/project/{projectId}/api-key","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ApiKeyCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  deleteApiKey: {"id":"deleteApiKey","area":"key","method":"DELETE","path":"/org/{orgId}/project/{projectId}/api-key/{apiKeyId}","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateApiKey: {"id":"updateApiKey","area":"key","method":"PATCH","path":"/org/{orgId}/project/{projectId}/api-key/{apiKeyId}","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ApiKeyUpdate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  rotateApiKey: {"id":"rotateApiKey","area":"key","method":"POST","path":"/org/{orgId}/project/{projectId}/api-key/{apiKeyId}/rotate","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"SecretRotation","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  getApiKeySpendLimit: {"id":"getApiKeySpendLimit","area":"billing","method":"GET","path":"/org/{orgId}/project/{projectId}/api-key/{apiKeyId}/spend-limit","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  replaceApiKeySpendLimit: {"id":"replaceApiKeySpendLimit","area":"billing","method":"PUT","path":"/org/{orgId}/project/{projectId}/api-key/{apiKeyId}/spend-limit","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"SpendLimitUpdate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  getProjectSpendLimit: {"id":"getProjectSpendLimit","area":"billing","method":"GET","path":"/org/{orgId}/project/{projectId}/spend-limit","permission":{"level":"project","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  replaceProjectSpendLimit: {"id":"replaceProjectSpendLimit","area":"billing","method":"PUT","path":"/org/{orgId}/project/{projectId}/spend-limit","permission":{"level":"organization","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"SpendLimitUpdate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  listOAuthClients: {"id":"listOAuthClients","area":"oauth","method":"GET","path":"/org/{orgId}/project/{projectId}/oauth-client","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  createOAuthClient: {"id":"createOAuthClient","area":"oauth","method":"POST","path":"/org/{orgId}/project/{projectId}/oauth-client","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"OAuthClientCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  getOAuthClient: {"id":"getOAuthClient","area":"oauth","method":"GET","path":"/org/{orgId}/project/{projectId}/oauth-client/{oauthClientId}","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deleteOAuthClient: {"id":"deleteOAuthClient","area":"oauth","method":"DELETE","path":"/org/{orgId}/project/{projectId}/oauth-client/{oauthClientId}","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateOAuthClient: {"id":"updateOAuthClient","area":"oauth","method":"PATCH","path":"/org/{orgId}/project/{projectId}/oauth-client/{oauthClientId}","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"OAuthClientUpdate","statuses":[200,400,401,403,404,409,412,413,415,429,500,503]},
  rotateOAuthClientSecret: {"id":"rotateOAuthClientSecret","area":"oauth","method":"POST","path":"/org/{orgId}/project/{projectId}/oauth-client/{oauthClientId}/rotate-secret","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"SecretRotation","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  listOAuthClientGrants: {"id":"listOAuthClientGrants","area":"oauth","method":"GET","path":"/org/{orgId}/project/{projectId}/oauth-client/{oauthClientId}/grant","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  runAssist: {"id":"runAssist","area":"assist","method":"POST","path":"/org/{orgId}/project/{projectId}/assist","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"AssistRequest","statuses":[200,400,401,402,403,404,409,413,415,422,429,500,502,503,504]},
  streamAssist: {"id":"streamAssist","area":"assist","method":"POST","path":"/org/{orgId}/project/{projectId}/assist/stream","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}},{"name":"Last-Event-ID","required":false,"schema":{"type":"string","maxLength":40}}],"query":[],"body":"AssistRequest","sends":"events","statuses":[200,400,401,402,403,404,409,413,415,429,500,503]},
  listTasks: {"id":"listTasks","area":"task","method":"GET","path":"/org/{orgId}/project/{projectId}/task","permission":{"level":"project","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q","sort","tag","archived"],"statuses":[200,400,401,403,404,429,500,503]},
  createTask: {"id":"createTask","area":"task","method":"POST","path":"/org/{orgId}/project/{projectId}/task","permission":{"level":"project","name":"create_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"TaskCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  listTaskTags: {"id":"listTaskTags","area":"task","method":"GET","path":"/org/{orgId}/project/{projectId}/task-tag","permission":{"level":"project","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  getTask: {"id":"getTask","area":"task","method":"GET","path":"/org/{orgId}/project/{projectId}/task/{taskId}","permission":{"level":"task","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deleteTask: {"id":"deleteTask","area":"task","method":"DELETE","path":"/org/{orgId}/project/{projectId}/task/{taskId}","permission":{"level":"task","name":"delete"},"takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateTask: {"id":"updateTask","area":"task","method":"PATCH","path":"/org/{orgId}/project/{projectId}/task/{taskId}","permission":{"level":"task","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"TaskUpdate","statuses":[200,400,401,403,404,409,412,413,415,429,500,503]},
  moveTask: {"id":"moveTask","area":"task","method":"POST","path":"/org/{orgId}/project/{projectId}/task/{taskId}/move","permission":{"level":"task","name":"delete"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"TaskMove","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  getTaskDraft: {"id":"getTaskDraft","area":"task","method":"GET","path":"/org/{orgId}/project/{projectId}/task/{taskId}/draft","permission":{"level":"task","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  replaceTaskDraft: {"id":"replaceTaskDraft","area":"task","method":"PUT","path":"/org/{orgId}/project/{projectId}/task/{taskId}/draft","permission":{"level":"task","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[{"name":"If-Match","required":true,"schema":{"type":"string","minLength":1,"maxLength":100}}],"query":[],"body":"TaskDraftUpdate","statuses":[200,400,401,403,404,412,413,415,429,500,503]},
  listTaskRevisions: {"id":"listTaskRevisions","area":"revision","method":"GET","path":"/org/{orgId}/project/{projectId}/task/{taskId}/revision","permission":{"level":"task","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  createTaskRevision: {"id":"createTaskRevision","area":"revision","method":"POST","path":"/org/{orgId}/project/{projectId}/task/{taskId}/revision","permission":{"level":"task","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"TaskRevisionCreate","statuses":[201,400,401,403,404,409,412,413,415,429,500,503]},
  getTaskRevision: {"id":"getTaskRevision","area":"revision","method":"GET","path":"/org/{orgId}/project/{projectId}/task/{taskId}/revision/{revisionNumber}","permission":{"level":"task","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,400,401,403,404,429,500,503]},
  activateTaskRevision: {"id":"activateTaskRevision","area":"revision","method":"POST","path":"/org/{orgId}/project/{projectId}/task/{taskId}/revision/{revisionNumber}/activate","permission":{"level":"task","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"TaskActivation","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  replaceTaskEnvironment: {"id":"replaceTaskEnvironment","area":"revision","method":"PUT","path":"/org/{orgId}/project/{projectId}/task/{taskId}/environment/{environment}","permission":{"level":"task","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"TaskEnvironmentUpdate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  deleteTaskEnvironment: {"id":"deleteTaskEnvironment","area":"revision","method":"DELETE","path":"/org/{orgId}/project/{projectId}/task/{taskId}/environment/{environment}","permission":{"level":"task","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  getTaskUses: {"id":"getTaskUses","area":"task","method":"GET","path":"/org/{orgId}/project/{projectId}/task/{taskId}/use","permission":{"level":"task","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["environment"],"statuses":[200,400,401,403,404,429,500,503]},
  compareTaskRevisions: {"id":"compareTaskRevisions","area":"revision","method":"GET","path":"/org/{orgId}/project/{projectId}/task/{taskId}/compare","permission":{"level":"task","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["base","next"],"statuses":[200,400,401,403,404,409,429,500,503]},
  runTask: {"id":"runTask","area":"run","method":"POST","path":"/org/{orgId}/project/{projectId}/task/{taskId}/run","permission":{"level":"task","name":"run"},"takesApiKey":true,"scopes":["task:run"],"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Prefer","required":false,"schema":{"type":"string","maxLength":200}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"RunCreate","statuses":[200,202,400,401,402,403,404,409,413,415,422,429,500,502,503,504]},
  streamTask: {"id":"streamTask","area":"run","method":"POST","path":"/org/{orgId}/project/{projectId}/task/{taskId}/run/stream","permission":{"level":"task","name":"run"},"takesApiKey":true,"scopes":["task:run"],"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"RunCreate","sends":"events","statuses":[200,400,401,402,403,404,409,413,415,429,500,503]},
  runTaskMock: {"id":"runTaskMock","area":"run","method":"POST","path":"/org/{orgId}/project/{projectId}/task/{taskId}/mock","permission":{"level":"task","name":"run"},"takesApiKey":true,"scopes":["task:run"],"isSensitive":false,"isIdempotent":false,"headers":[],"query":["fail"],"body":"RunCreate","statuses":[200,400,401,402,403,404,409,413,415,422,429,500,502,503,504]},
  streamTaskMock: {"id":"streamTaskMock","area":"run","method":"POST","path":"/org/{orgId}/project/{projectId}/task/{taskId}/mock/stream","permission":{"level":"task","name":"run"},"takesApiKey":true,"scopes":["task:run"],"isSensitive":false,"isIdempotent":false,"headers":[{"name":"Last-Event-ID","required":false,"schema":{"type":"string","maxLength":40}}],"query":["fail"],"body":"RunCreate","sends":"events","statuses":[200,400,401,402,403,404,409,413,415,429,500,503]},
  getTaskOpenApi: {"id":"getTaskOpenApi","area":"revision","method":"GET","path":"/org/{orgId}/project/{projectId}/task/{taskId}/openapi.json","permission":{"level":"task","name":"view"},"takesApiKey":true,"scopes":["task:run"],"isSensitive":false,"isIdempotent":false,"headers":[],"query":["revision"],"statuses":[200,400,401,403,404,409,429,500,503]},
  getTaskClient: {"id":"getTaskClient","area":"revision","method":"GET","path":"/org/{orgId}/project/{projectId}/task/{taskId}/client.ts","permission":{"level":"task","name":"view"},"takesApiKey":true,"scopes":["task:run"],"isSensitive":false,"isIdempotent":false,"headers":[],"query":["revision"],"sends":"text","statuses":[200,400,401,403,404,409,429,500,503]},
  listDatasets: {"id":"listDatasets","area":"evaluation","method":"GET","path":"/org/{orgId}/project/{projectId}/task/{taskId}/dataset","permission":{"level":"task","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  createDataset: {"id":"createDataset","area":"evaluation","method":"POST","path":"/org/{orgId}/project/{projectId}/task/{taskId}/dataset","permission":{"level":"task","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"DatasetCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  getDataset: {"id":"getDataset","area":"evaluation","method":"GET","path":"/org/{orgId}/project/{projectId}/task/{taskId}/dataset/{datasetId}","permission":{"level":"task","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deleteDataset: {"id":"deleteDataset","area":"evaluation","method":"DELETE","path":"/org/{orgId}/project/{projectId}/task/{taskId}/dataset/{datasetId}","permission":{"level":"task","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateDataset: {"id":"updateDataset","area":"evaluation","method":"PATCH","path":"/org/{orgId}/project/{projectId}/task/{taskId}/dataset/{datasetId}","permission":{"level":"task","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"DatasetUpdate","statuses":[200,400,401,403,404,409,412,413,415,429,500,503]},
  listDatasetCases: {"id":"listDatasetCases","area":"evaluation","method":"GET","path":"/org/{orgId}/project/{projectId}/task/{taskId}/dataset/{datasetId}/case","permission":{"level":"task","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q"],"statuses":[200,400,401,403,404,429,500,503]},
  createDatasetCase: {"id":"createDatasetCase","area":"evaluation","method":"POST","path":"/org/{orgId}/project/{projectId}/task/{taskId}/dataset/{datasetId}/case","permission":{"level":"task","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"DatasetCaseCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  deleteDatasetCase: {"id":"deleteDatasetCase","area":"evaluation","method":"DELETE","path":"/org/{orgId}/project/{projectId}/task/{taskId}/dataset/{datasetId}/case/{caseId}","permission":{"level":"task","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateDatasetCase: {"id":"updateDatasetCase","area":"evaluation","method":"PATCH","path":"/org/{orgId}/project/{projectId}/task/{taskId}/dataset/{datasetId}/case/{caseId}","permission":{"level":"task","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"DatasetCaseUpdate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  importDatasetCases: {"id":"importDatasetCases","area":"evaluation","method":"POST","path":"/org/{orgId}/project/{projectId}/task/{taskId}/dataset/{datasetId}/import","permission":{"level":"task","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"DatasetImport","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  listEvaluations: {"id":"listEvaluations","area":"evaluation","method":"GET","path":"/org/{orgId}/project/{projectId}/task/{taskId}/evaluation","permission":{"level":"task","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  createEvaluation: {"id":"createEvaluation","area":"evaluation","method":"POST","path":"/org/{orgId}/project/{projectId}/task/{taskId}/evaluation","permission":{"level":"task","name":"run"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"EvaluationCreate","statuses":[202,400,401,403,404,409,413,415,429,500,503]},
  getEvaluation: {"id":"getEvaluation","area":"evaluation","method":"GET","path":"/org/{orgId}/project/{projectId}/task/{taskId}/evaluation/{evaluationId}","permission":{"level":"task","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deleteEvaluation: {"id":"deleteEvaluation","area":"evaluation","method":"DELETE","path":"/org/{orgId}/project/{projectId}/task/{taskId}/evaluation/{evaluationId}","permission":{"level":"task","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  listEvaluationResults: {"id":"listEvaluationResults","area":"evaluation","method":"GET","path":"/org/{orgId}/project/{projectId}/task/{taskId}/evaluation/{evaluationId}/result","permission":{"level":"task","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","verdict"],"statuses":[200,400,401,403,404,429,500,503]},
  cancelEvaluation: {"id":"cancelEvaluation","area":"evaluation","method":"POST","path":"/org/{orgId}/project/{projectId}/task/{taskId}/evaluation/{evaluationId}/cancel","permission":{"level":"task","name":"run"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,403,404,409,429,500,503]},
  resumeEvaluation: {"id":"resumeEvaluation","area":"evaluation","method":"POST","path":"/org/{orgId}/project/{projectId}/task/{taskId}/evaluation/{evaluationId}/resume","permission":{"level":"task","name":"run"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,403,404,409,429,500,503]},
  listRuns: {"id":"listRuns","area":"run","method":"GET","path":"/org/{orgId}/project/{projectId}/run","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q","task_id","status","source","revision","output_valid","caller_id","created_after","created_before"],"statuses":[200,400,401,403,404,429,500,503]},
  getRunStats: {"id":"getRunStats","area":"run","method":"GET","path":"/org/{orgId}/project/{projectId}/run/stats","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["q","task_id","status","source","revision","output_valid","caller_id","created_after","created_before"],"statuses":[200,400,401,403,404,429,500,503]},
  listRejectedCalls: {"id":"listRejectedCalls","area":"run","method":"GET","path":"/org/{orgId}/project/{projectId}/run/rejected","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","task_id","caller_id","code","called_after","called_before"],"statuses":[200,400,401,403,404,429,500,503]},
  listRunCallers: {"id":"listRunCallers","area":"run","method":"GET","path":"/org/{orgId}/project/{projectId}/run/caller","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  exportRuns: {"id":"exportRuns","area":"run","method":"GET","path":"/org/{orgId}/project/{projectId}/run/export","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["format","q","task_id","status","source","revision","output_valid","caller_id","created_after","created_before"],"sends":"text","statuses":[200,400,401,403,404,429,500,503]},
  getRun: {"id":"getRun","area":"run","method":"GET","path":"/org/{orgId}/project/{projectId}/run/{runId}","permission":{"level":"project","name":"run_task"},"takesApiKey":true,"scopes":["run:read"],"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  listRunSteps: {"id":"listRunSteps","area":"run","method":"GET","path":"/org/{orgId}/project/{projectId}/run/{runId}/step","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["with_data"],"statuses":[200,400,401,403,404,429,500,503]},
  getRunStep: {"id":"getRunStep","area":"run","method":"GET","path":"/org/{orgId}/project/{projectId}/run/{runId}/step/{stepId}","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  sendToolReply: {"id":"sendToolReply","area":"run","method":"POST","path":"/org/{orgId}/project/{projectId}/run/{runId}/step/{stepId}/reply","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"RunStepReply","statuses":[204,400,401,403,404,409,413,415,429,500,503]},
  streamRun: {"id":"streamRun","area":"run","method":"GET","path":"/org/{orgId}/project/{projectId}/run/{runId}/stream","permission":{"level":"project","name":"run_task"},"takesApiKey":true,"scopes":["run:read"],"isSensitive":false,"isIdempotent":false,"headers":[{"name":"Last-Event-ID","required":false,"schema":{"type":"string","maxLength":40}}],"query":[],"sends":"events","statuses":[200,400,401,403,404,429,500,503]},
  cancelRun: {"id":"cancelRun","area":"run","method":"POST","path":"/org/{orgId}/project/{projectId}/run/{runId}/cancel","permission":{"level":"project","name":"run_task"},"takesApiKey":true,"scopes":["task:run"],"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  listWebhooks: {"id":"listWebhooks","area":"webhook","method":"GET","path":"/org/{orgId}/project/{projectId}/webhook","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  createWebhook: {"id":"createWebhook","area":"webhook","method":"POST","path":"/org/{orgId}/project/{projectId}/webhook","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"WebhookCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  getWebhook: {"id":"getWebhook","area":"webhook","method":"GET","path":"/org/{orgId}/project/{projectId}/webhook/{webhookId}","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deleteWebhook: {"id":"deleteWebhook","area":"webhook","method":"DELETE","path":"/org/{orgId}/project/{projectId}/webhook/{webhookId}","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateWebhook: {"id":"updateWebhook","area":"webhook","method":"PATCH","path":"/org/{orgId}/project/{projectId}/webhook/{webhookId}","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"WebhookUpdate","statuses":[200,400,401,403,404,409,412,413,415,429,500,503]},
  rotateWebhookSecret: {"id":"rotateWebhookSecret","area":"webhook","method":"POST","path":"/org/{orgId}/project/{projectId}/webhook/{webhookId}/rotate","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"WebhookRotation","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  testWebhook: {"id":"testWebhook","area":"webhook","method":"POST","path":"/org/{orgId}/project/{projectId}/webhook/{webhookId}/test","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  listWebhookDeliveries: {"id":"listWebhookDeliveries","area":"webhook","method":"GET","path":"/org/{orgId}/project/{projectId}/webhook/{webhookId}/delivery","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","status"],"statuses":[200,400,401,403,404,429,500,503]},
  getWebhookDelivery: {"id":"getWebhookDelivery","area":"webhook","method":"GET","path":"/org/{orgId}/project/{projectId}/webhook/{webhookId}/delivery/{deliveryId}","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  resendWebhookDelivery: {"id":"resendWebhookDelivery","area":"webhook","method":"POST","path":"/org/{orgId}/project/{projectId}/webhook/{webhookId}/delivery/{deliveryId}/resend","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,403,404,409,429,500,503]},
  getTaskWebhook: {"id":"getTaskWebhook","area":"webhook","method":"GET","path":"/org/{orgId}/project/{projectId}/task/{taskId}/webhook","permission":{"level":"task","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  replaceTaskWebhook: {"id":"replaceTaskWebhook","area":"webhook","method":"PUT","path":"/org/{orgId}/project/{projectId}/task/{taskId}/webhook","permission":{"level":"task","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"TaskWebhook","statuses":[200,400,401,403,404,413,415,429,500,503]},
  getToolSecret: {"id":"getToolSecret","area":"tool","method":"GET","path":"/org/{orgId}/project/{projectId}/tool/secret","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  rotateToolSecret: {"id":"rotateToolSecret","area":"tool","method":"POST","path":"/org/{orgId}/project/{projectId}/tool/secret/rotate","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"WebhookRotation","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  listToolCredentials: {"id":"listToolCredentials","area":"tool","method":"GET","path":"/org/{orgId}/project/{projectId}/tool/credential","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  replaceToolCredential: {"id":"replaceToolCredential","area":"tool","method":"PUT","path":"/org/{orgId}/project/{projectId}/tool/credential","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ToolCredentialReplace","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  deleteToolCredential: {"id":"deleteToolCredential","area":"tool","method":"DELETE","path":"/org/{orgId}/project/{projectId}/tool/credential/{credentialId}","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  getMcpServer: {"id":"getMcpServer","area":"tool","method":"POST","path":"/org/{orgId}/project/{projectId}/tool/mcp","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"McpServer","statuses":[200,400,401,403,404,409,413,415,429,500,502,503]},
  listCollections: {"id":"listCollections","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/collection","permission":{"level":"project","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q","sort","tag"],"statuses":[200,400,401,403,404,429,500,503]},
  createCollection: {"id":"createCollection","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"CollectionCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  createUploads: {"id":"createUploads","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/upload","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"UploadCreate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  getUpload: {"id":"getUpload","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/upload/{uploadId}","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  uploadPart: {"id":"uploadPart","area":"collection","method":"PUT","path":"/org/{orgId}/project/{projectId}/upload/{uploadId}","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["offset"],"file":"file","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  deleteUpload: {"id":"deleteUpload","area":"collection","method":"DELETE","path":"/org/{orgId}/project/{projectId}/upload/{uploadId}","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  createSampleCollection: {"id":"createSampleCollection","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/sample","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[201,400,401,403,404,409,429,500,503]},
  importCollection: {"id":"importCollection","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/import","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"CollectionImport","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  getCollection: {"id":"getCollection","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deleteCollection: {"id":"deleteCollection","area":"collection","method":"DELETE","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}","permission":{"level":"collection","name":"delete"},"takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":["force"],"statuses":[204,400,401,403,404,409,429,500,503]},
  updateCollection: {"id":"updateCollection","area":"collection","method":"PATCH","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"CollectionUpdate","statuses":[200,400,401,403,404,409,412,413,415,429,500,503]},
  getCollectionOpenApi: {"id":"getCollectionOpenApi","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/openapi.json","permission":{"level":"collection","name":"view"},"takesApiKey":true,"scopes":["collection:search"],"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  getCollectionClient: {"id":"getCollectionClient","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/client.ts","permission":{"level":"collection","name":"view"},"takesApiKey":true,"scopes":["collection:search"],"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"sends":"text","statuses":[200,401,403,404,429,500,503]},
  exportCollection: {"id":"exportCollection","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/export","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"sends":"text","statuses":[200,401,403,404,409,429,500,503]},
  listCollectionUses: {"id":"listCollectionUses","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/use","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  getCollectionChatUse: {"id":"getCollectionChatUse","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/chat-use","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  moveCollection: {"id":"moveCollection","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/move","permission":{"level":"collection","name":"delete"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"CollectionMove","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  listDocumentTags: {"id":"listDocumentTags","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/tag","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  previewChunks: {"id":"previewChunks","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/preview","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"ChunkPreviewRequest","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  listCollectionIndexes: {"id":"listCollectionIndexes","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/index","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  createCollectionIndex: {"id":"createCollectionIndex","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/index","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"CollectionIndexCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  getCollectionIndex: {"id":"getCollectionIndex","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/index/{indexId}","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deleteCollectionIndex: {"id":"deleteCollectionIndex","area":"collection","method":"DELETE","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/index/{indexId}","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,409,429,500,503]},
  activateCollectionIndex: {"id":"activateCollectionIndex","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/index/{indexId}/activate","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,409,429,500,503]},
  searchCollection: {"id":"searchCollection","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/search","permission":{"level":"collection","name":"view"},"takesApiKey":true,"scopes":["collection:search"],"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"SearchRequest","statuses":[200,400,401,402,403,404,409,413,415,429,500,502,503,504]},
  listQuestions: {"id":"listQuestions","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/question","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  createQuestion: {"id":"createQuestion","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/question","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"QuestionCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  evaluateQuestions: {"id":"evaluateQuestions","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/question/evaluate","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"QuestionEvaluation","statuses":[200,400,401,402,403,404,409,413,415,429,500,502,503,504]},
  deleteQuestion: {"id":"deleteQuestion","area":"collection","method":"DELETE","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/question/{questionId}","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateQuestion: {"id":"updateQuestion","area":"collection","method":"PATCH","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/question/{questionId}","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"QuestionUpdate","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  listDocuments: {"id":"listDocuments","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/document","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q","sort","tag","state","datasource_id"],"statuses":[200,400,401,403,404,429,500,503]},
  createDocument: {"id":"createDocument","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/document","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"DocumentCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  uploadDocument: {"id":"uploadDocument","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/document/file","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"file":"file","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  createDocumentsFromUrls: {"id":"createDocumentsFromUrls","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/document/url","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"DocumentUrls","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  changeDocuments: {"id":"changeDocuments","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/document/change","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"DocumentChange","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  getDocument: {"id":"getDocument","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/document/{documentId}","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deleteDocument: {"id":"deleteDocument","area":"collection","method":"DELETE","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/document/{documentId}","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateDocument: {"id":"updateDocument","area":"collection","method":"PATCH","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/document/{documentId}","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"DocumentUpdate","statuses":[200,400,401,403,404,409,412,413,415,429,500,503]},
  retryDocument: {"id":"retryDocument","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/document/{documentId}/retry","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  cancelDocument: {"id":"cancelDocument","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/document/{documentId}/cancel","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,409,429,500,503]},
  refetchDocument: {"id":"refetchDocument","area":"collection","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/document/{documentId}/refetch","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,400,401,403,404,409,429,500,503]},
  listDocumentBlocks: {"id":"listDocumentBlocks","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/document/{documentId}/block","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","page","offset"],"statuses":[200,400,401,403,404,409,429,500,503]},
  listDocumentChunks: {"id":"listDocumentChunks","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/document/{documentId}/chunk","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","around"],"statuses":[200,400,401,403,404,429,500,503]},
  downloadDocument: {"id":"downloadDocument","area":"collection","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/document/{documentId}/file","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"sends":"text","statuses":[200,401,403,404,409,429,500,503]},
  listDatasources: {"id":"listDatasources","area":"datasource","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/datasource","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  createDatasource: {"id":"createDatasource","area":"datasource","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/datasource","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"DatasourceCreate","statuses":[201,400,401,403,404,409,413,415,429,500,502,503]},
  previewWebsite: {"id":"previewWebsite","area":"datasource","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/datasource/preview","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"WebsiteConfig","statuses":[200,400,401,403,404,413,415,429,500,502,503]},
  testDatasource: {"id":"testDatasource","area":"datasource","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/datasource/test","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"DatasourceTest","statuses":[204,400,401,403,404,413,415,429,500,502,503]},
  getDatasource: {"id":"getDatasource","area":"datasource","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/datasource/{datasourceId}","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deleteDatasource: {"id":"deleteDatasource","area":"datasource","method":"DELETE","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/datasource/{datasourceId}","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["keep_documents"],"statuses":[204,400,401,403,404,429,500,503]},
  updateDatasource: {"id":"updateDatasource","area":"datasource","method":"PATCH","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/datasource/{datasourceId}","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"DatasourceUpdate","statuses":[200,400,401,403,404,409,412,413,415,429,500,502,503]},
  browseDatasource: {"id":"browseDatasource","area":"datasource","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/datasource/{datasourceId}/file","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","folder"],"statuses":[200,400,401,403,404,429,500,502,503]},
  connectDatasource: {"id":"connectDatasource","area":"datasource","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/datasource/{datasourceId}/connect","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,409,429,500,502,503]},
  completeDatasourceConnection: {"id":"completeDatasourceConnection","area":"datasource","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/datasource/{datasourceId}/connection","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":[],"body":"DatasourceConnectionCode","statuses":[200,400,401,403,404,409,413,415,429,500,502,503]},
  listDatasourceSyncs: {"id":"listDatasourceSyncs","area":"datasource","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/datasource/{datasourceId}/sync","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  syncDatasource: {"id":"syncDatasource","area":"datasource","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/datasource/{datasourceId}/sync","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  getDatasourceSync: {"id":"getDatasourceSync","area":"datasource","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/datasource/{datasourceId}/sync/{syncId}","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  cancelDatasourceSync: {"id":"cancelDatasourceSync","area":"datasource","method":"POST","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/datasource/{datasourceId}/sync/{syncId}/cancel","permission":{"level":"collection","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,409,429,500,503]},
  listDatasourceSyncEntries: {"id":"listDatasourceSyncEntries","area":"datasource","method":"GET","path":"/org/{orgId}/project/{projectId}/collection/{collectionId}/datasource/{datasourceId}/sync/{syncId}/entry","permission":{"level":"collection","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","result"],"statuses":[200,400,401,403,404,429,500,503]},
  listChats: {"id":"listChats","area":"chat","method":"GET","path":"/org/{orgId}/project/{projectId}/chat","permission":{"level":"project","name":"run_task"},"takesApiKey":true,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q","filter","widget_id","pinned"],"statuses":[200,400,401,403,404,429,500,503]},
  createChat: {"id":"createChat","area":"chat","method":"POST","path":"/org/{orgId}/project/{projectId}/chat","permission":{"level":"project","name":"run_task"},"takesApiKey":true,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ChatCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  searchChatMessages: {"id":"searchChatMessages","area":"chat","method":"GET","path":"/org/{orgId}/project/{projectId}/chat-message","permission":{"level":"project","name":"run_task"},"takesApiKey":true,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q"],"statuses":[200,400,401,403,404,429,500,503]},
  getChat: {"id":"getChat","area":"chat","method":"GET","path":"/org/{orgId}/project/{projectId}/chat/{chatId}","permission":{"level":"chat","name":"view"},"takesApiKey":true,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deleteChat: {"id":"deleteChat","area":"chat","method":"DELETE","path":"/org/{orgId}/project/{projectId}/chat/{chatId}","permission":{"level":"chat","name":"delete"},"takesApiKey":true,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateChat: {"id":"updateChat","area":"chat","method":"PATCH","path":"/org/{orgId}/project/{projectId}/chat/{chatId}","permission":{"level":"chat","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ChatUpdate","statuses":[200,400,401,403,404,409,412,413,415,429,500,503]},
  addChatCase: {"id":"addChatCase","area":"chat","method":"POST","path":"/org/{orgId}/project/{projectId}/task/{taskId}/dataset/{datasetId}/chat-case","permission":{"level":"task","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ChatCaseCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  replaceChatPin: {"id":"replaceChatPin","area":"chat","method":"PUT","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/pin","permission":{"level":"chat","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ChatPin","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  restoreChat: {"id":"restoreChat","area":"chat","method":"POST","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/restore","permission":{"level":"chat","name":"delete"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  listChatConfigs: {"id":"listChatConfigs","area":"chat","method":"GET","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/config","permission":{"level":"chat","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  replaceChatConfig: {"id":"replaceChatConfig","area":"chat","method":"PUT","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/config","permission":{"level":"chat","name":"edit"},"takesApiKey":true,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ChatConfig","statuses":[200,400,401,403,404,409,412,413,415,429,500,503]},
  getChatOpenApi: {"id":"getChatOpenApi","area":"chat","method":"GET","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/openapi.json","permission":{"level":"chat","name":"view"},"takesApiKey":true,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,409,429,500,503]},
  getChatClient: {"id":"getChatClient","area":"chat","method":"GET","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/client.ts","permission":{"level":"chat","name":"view"},"takesApiKey":true,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"sends":"text","statuses":[200,401,403,404,409,429,500,503]},
  exportChat: {"id":"exportChat","area":"chat","method":"GET","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/export","permission":{"level":"chat","name":"view"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["format","leaf_id"],"sends":"text","statuses":[200,400,401,403,404,429,500,503]},
  shareChat: {"id":"shareChat","area":"chat","method":"PUT","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/share","permission":{"level":"chat","name":"share"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ChatShare","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  listChatLinks: {"id":"listChatLinks","area":"chat","method":"GET","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/link","permission":{"level":"chat","name":"share"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  createChatLink: {"id":"createChatLink","area":"chat","method":"POST","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/link","permission":{"level":"chat","name":"share"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ChatLinkCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  revokeChatLink: {"id":"revokeChatLink","area":"chat","method":"DELETE","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/link/{linkId}","permission":{"level":"chat","name":"share"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  listChatMessages: {"id":"listChatMessages","area":"chat","method":"GET","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/message","permission":{"level":"chat","name":"view"},"takesApiKey":true,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","after","around"],"statuses":[200,400,401,403,404,429,500,503]},
  sendChatMessage: {"id":"sendChatMessage","area":"chat","method":"POST","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/message","permission":{"level":"chat","name":"run"},"takesApiKey":true,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ChatMessageCreate","statuses":[201,400,401,402,403,404,409,413,415,429,500,503]},
  getChatMessage: {"id":"getChatMessage","area":"chat","method":"GET","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/message/{messageId}","permission":{"level":"chat","name":"view"},"takesApiKey":true,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  regenerateChatAnswer: {"id":"regenerateChatAnswer","area":"chat","method":"POST","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/message/{messageId}/regenerate","permission":{"level":"chat","name":"run"},"takesApiKey":true,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ChatRegenerate","statuses":[201,400,401,402,403,404,409,413,415,429,500,503]},
  cancelChatAnswer: {"id":"cancelChatAnswer","area":"chat","method":"POST","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/message/{messageId}/cancel","permission":{"level":"chat","name":"run"},"takesApiKey":true,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  streamChatAnswer: {"id":"streamChatAnswer","area":"chat","method":"GET","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/message/{messageId}/stream","permission":{"level":"chat","name":"view"},"takesApiKey":true,"isSensitive":false,"isIdempotent":false,"headers":[{"name":"Last-Event-ID","required":false,"schema":{"type":"string","maxLength":40}}],"query":[],"sends":"events","statuses":[200,400,401,403,404,429,500,503]},
  rateChatAnswer: {"id":"rateChatAnswer","area":"chat","method":"PUT","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/message/{messageId}/feedback","permission":{"level":"chat","name":"view"},"takesApiKey":true,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ChatFeedback","statuses":[200,400,401,403,404,409,413,415,429,500,503]},
  getChatPassage: {"id":"getChatPassage","area":"chat","method":"GET","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/message/{messageId}/passage/{passageNumber}","permission":{"level":"chat","name":"view"},"takesApiKey":true,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,400,401,403,404,429,500,503]},
  uploadChatAttachment: {"id":"uploadChatAttachment","area":"chat","method":"POST","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/attachment","permission":{"level":"chat","name":"run"},"takesApiKey":true,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"file":"file","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  getChatAttachment: {"id":"getChatAttachment","area":"chat","method":"GET","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/attachment/{attachmentId}","permission":{"level":"chat","name":"view"},"takesApiKey":true,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deleteChatAttachment: {"id":"deleteChatAttachment","area":"chat","method":"DELETE","path":"/org/{orgId}/project/{projectId}/chat/{chatId}/attachment/{attachmentId}","permission":{"level":"chat","name":"run"},"takesApiKey":true,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  listArticles: {"id":"listArticles","area":"compose","method":"GET","path":"/org/{orgId}/project/{projectId}/article","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor","q","sort"],"statuses":[200,400,401,403,404,429,500,503]},
  createArticle: {"id":"createArticle","area":"compose","method":"POST","path":"/org/{orgId}/project/{projectId}/article","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ArticleCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  getArticle: {"id":"getArticle","area":"compose","method":"GET","path":"/org/{orgId}/project/{projectId}/article/{articleId}","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deleteArticle: {"id":"deleteArticle","area":"compose","method":"DELETE","path":"/org/{orgId}/project/{projectId}/article/{articleId}","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateArticle: {"id":"updateArticle","area":"compose","method":"PATCH","path":"/org/{orgId}/project/{projectId}/article/{articleId}","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ArticleUpdate","statuses":[200,400,401,403,404,409,412,413,415,429,500,503]},
  publishArticle: {"id":"publishArticle","area":"compose","method":"POST","path":"/org/{orgId}/project/{projectId}/article/{articleId}/publish","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ArticlePublish","statuses":[200,400,401,403,404,409,412,413,415,429,500,503]},
  uploadArticleImage: {"id":"uploadArticleImage","area":"compose","method":"POST","path":"/org/{orgId}/project/{projectId}/article/{articleId}/image","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"file":"file","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  listArticleVersions: {"id":"listArticleVersions","area":"compose","method":"GET","path":"/org/{orgId}/project/{projectId}/article/{articleId}/version","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  createArticleVersion: {"id":"createArticleVersion","area":"compose","method":"POST","path":"/org/{orgId}/project/{projectId}/article/{articleId}/version","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"ArticleVersionCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  getArticleVersion: {"id":"getArticleVersion","area":"compose","method":"GET","path":"/org/{orgId}/project/{projectId}/article/{articleId}/version/{versionNumber}","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,400,401,403,404,429,500,503]},
  restoreArticleVersion: {"id":"restoreArticleVersion","area":"compose","method":"POST","path":"/org/{orgId}/project/{projectId}/article/{articleId}/version/{versionNumber}/restore","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"statuses":[200,400,401,403,404,409,412,429,500,503]},
  streamComposeStep: {"id":"streamComposeStep","area":"compose","method":"POST","path":"/org/{orgId}/project/{projectId}/article/{articleId}/step","permission":{"level":"project","name":"run_task"},"takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}},{"name":"Last-Event-ID","required":false,"schema":{"type":"string","maxLength":40}}],"query":[],"body":"ArticleStepRequest","sends":"events","statuses":[200,400,401,402,403,404,409,413,415,429,500,503]},
  listWidgets: {"id":"listWidgets","area":"chat","method":"GET","path":"/org/{orgId}/project/{projectId}/widget","permission":{"level":"project","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  createWidget: {"id":"createWidget","area":"chat","method":"POST","path":"/org/{orgId}/project/{projectId}/widget","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"WidgetCreate","statuses":[201,400,401,403,404,409,413,415,429,500,503]},
  getWidget: {"id":"getWidget","area":"chat","method":"GET","path":"/org/{orgId}/project/{projectId}/widget/{widgetId}","permission":{"level":"project","name":"view_members"},"takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  deleteWidget: {"id":"deleteWidget","area":"chat","method":"DELETE","path":"/org/{orgId}/project/{projectId}/widget/{widgetId}","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":[],"statuses":[204,401,403,404,429,500,503]},
  updateWidget: {"id":"updateWidget","area":"chat","method":"PATCH","path":"/org/{orgId}/project/{projectId}/widget/{widgetId}","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":true,"headers":[{"name":"If-Match","required":false,"schema":{"type":"string","minLength":1,"maxLength":100}},{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"WidgetUpdate","statuses":[200,400,401,403,404,409,412,413,415,429,500,503]},
  rotateWidgetKey: {"id":"rotateWidgetKey","area":"chat","method":"POST","path":"/org/{orgId}/project/{projectId}/widget/{widgetId}/rotate","permission":{"level":"project","name":"edit"},"takesApiKey":false,"isSensitive":true,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  getSharedChat: {"id":"getSharedChat","area":"chat","method":"GET","path":"/shared-chat/{shareToken}","permission":"public","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,404,429,500,503]},
  listSharedChatMessages: {"id":"listSharedChatMessages","area":"chat","method":"GET","path":"/shared-chat/{shareToken}/message","permission":"public","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,404,429,500,503]},
  openChatSocket: {"id":"openChatSocket","area":"chat","method":"GET","path":"/chat-socket","permission":"public","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"sends":"socket","statuses":[101,400,429,500,503]},
  getPublicWidget: {"id":"getPublicWidget","area":"chat","method":"GET","path":"/widget/{widgetKey}","permission":"public","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,403,404,429,500,503]},
  createVisitor: {"id":"createVisitor","area":"chat","method":"POST","path":"/widget/{widgetKey}/visitor","permission":"public","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"VisitorCreate","statuses":[201,400,403,404,413,415,429,500,503]},
  listVisitorMessages: {"id":"listVisitorMessages","area":"chat","method":"GET","path":"/widget/{widgetKey}/message","permission":"visitor","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":["page_limit","cursor"],"statuses":[200,400,401,403,404,429,500,503]},
  sendVisitorMessage: {"id":"sendVisitorMessage","area":"chat","method":"POST","path":"/widget/{widgetKey}/message","permission":"visitor","takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"VisitorMessageCreate","statuses":[201,400,401,402,403,404,409,413,415,429,500,503]},
  streamVisitorAnswer: {"id":"streamVisitorAnswer","area":"chat","method":"GET","path":"/widget/{widgetKey}/message/{messageId}/stream","permission":"visitor","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[{"name":"Last-Event-ID","required":false,"schema":{"type":"string","maxLength":40}}],"query":[],"sends":"events","statuses":[200,400,401,403,404,429,500,503]},
  cancelVisitorAnswer: {"id":"cancelVisitorAnswer","area":"chat","method":"POST","path":"/widget/{widgetKey}/message/{messageId}/cancel","permission":"visitor","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  rateVisitorAnswer: {"id":"rateVisitorAnswer","area":"chat","method":"PUT","path":"/widget/{widgetKey}/message/{messageId}/feedback","permission":"visitor","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"ChatFeedback","statuses":[200,400,401,403,404,413,415,429,500,503]},
  createVisitorChat: {"id":"createVisitorChat","area":"chat","method":"POST","path":"/widget/{widgetKey}/conversation","permission":"visitor","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,401,403,404,429,500,503]},
  unsubscribeFromEmails: {"id":"unsubscribeFromEmails","area":"notification","method":"POST","path":"/notification/unsubscribe","permission":"public","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"UnsubscribeToken","statuses":[200,400,404,413,415,429,500,503]},
  openAccessLink: {"id":"openAccessLink","area":"share","method":"POST","path":"/access-link/open","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"AccessLinkToken","statuses":[200,400,401,404,409,413,415,429,500,503]},
  openInvitation: {"id":"openInvitation","area":"invitation","method":"POST","path":"/invitation/view","permission":"public","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"body":"InvitationToken","statuses":[200,400,404,410,413,415,429,500,503]},
  acceptInvitation: {"id":"acceptInvitation","area":"invitation","method":"POST","path":"/invitation/accept","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"InvitationToken","statuses":[200,400,401,403,404,409,410,413,415,429,500,503]},
  declineInvitation: {"id":"declineInvitation","area":"invitation","method":"POST","path":"/invitation/decline","permission":"authenticated","takesApiKey":false,"isSensitive":false,"isIdempotent":true,"headers":[{"name":"Idempotency-Key","required":false,"schema":{"type":"string","minLength":1,"maxLength":200}}],"query":[],"body":"InvitationToken","statuses":[204,400,401,403,404,409,410,413,415,429,500,503]},
  getClientSettings: {"id":"getClientSettings","area":"system","method":"GET","path":"/settings","permission":"public","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,429,500]},
  getHealth: {"id":"getHealth","area":"system","method":"GET","path":"/healthz","permission":"public","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,429,500]},
  getReadiness: {"id":"getReadiness","area":"system","method":"GET","path":"/readyz","permission":"public","takesApiKey":false,"isSensitive":false,"isIdempotent":false,"headers":[],"query":[],"statuses":[200,429,500,503]},
} as const;
