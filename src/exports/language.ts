import type { Messages } from '../i18n/types.ts'

/**
 * All texts of one language, for a page that is rendered on a server: with them the widget is in
 * that language from the first HTML on, and loads none. Each language is an entry of the package,
 * which the build generates from its two files in `src/i18n/languages`.
 * @example
 * import { messages } from '@sluice/widget/languages/de'
 * import { SwapWidget } from '@sluice/widget'
 *
 * const widget = <SwapWidget {...config} locale="de" messages={messages} />
 */
export declare const messages: Messages
