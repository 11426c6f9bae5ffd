export { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
export type {
  ApprovalRequest,
  ApprovalsConfig,
  ChainConfig,
  FormFields,
  HideablePart,
  HostConnector,
  HostProvider,
  ImpactConfig,
  LockableField,
  PriceSource,
  RoutingConfig,
  SwapRequest,
  TokenChoice,
  TokenId,
  TokenPair,
  TokenRulesConfig,
  ValueLossConfig,
  WidgetConfig,
  WidgetHooks,
} from '../config/types.ts'
export { ERROR_CODES, type ErrorCode } from '../errors/codes.ts'
export { SluiceError, type SluiceErrorOptions } from '../errors/sluice-error.ts'
export type {
  EventBus,
  EventEnvelope,
  EventHandler,
  EventName,
  ListenAnyOptions,
  ListenOptions,
  PageName,
  Process,
  ProcessStatus,
  ProcessType,
  Route,
  RouteStep,
  RouteStepToken,
  Token,
  WidgetEvents,
} from '../events/types.ts'
export type { Language } from '../i18n/languages.ts'
export type { Message } from '../i18n/message.ts'
export type { LanguageMessages, Messages } from '../i18n/types.ts'
export { THEME_CONTRACT, type ThemeTokenName, type ThemeTokens } from '../theme/contract.ts'
export { SwapWidget, type SwapWidgetProps } from '../widget/swap-widget.tsx'
export { SwapWidgetSkeleton, type SwapWidgetSkeletonProps } from '../widget/swap-widget-skeleton.tsx'
export { useWidgetEvents, type WidgetEventHandlers } from '../widget/use-widget-events.ts'
export type { SwapWidgetHandle } from '../widget/widget-root.tsx'
