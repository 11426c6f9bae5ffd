import { Icon } from '../../components/icon.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import type { Language } from '../../i18n/languages.ts'
import styles from './settings.module.css'

/** Each language has its own name, because users may not read the current one. */
const NAMES: Record<Language, string> = {
  en: 'English',
  ar: 'العربية',
  bn: 'বাংলা',
  de: 'Deutsch',
  es: 'Español',
  fa: 'فارسی',
  fr: 'Français',
  he: 'עברית',
  hi: 'हिन्दी',
  id: 'Bahasa Indonesia',
  it: 'Italiano',
  ja: '日本語',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  ru: 'Русский',
  tr: 'Türkçe',
  uk: 'Українська',
  vi: 'Tiếng Việt',
  zh: '简体中文',
}

/** Chooses one of the languages that the host offers. */
export function LanguageSetting() {
  const { t } = useTranslation()
  const { settings } = useWidget()
  const { languages } = useConfig()
  const chosen = useSettings((state) => languages.find((one) => one === state.language))
  if (languages.length < 2) return null
  return (
    <div className={styles.row}>
      <div className={styles.choice}>
        <h3 className={styles.title}>{t('settings.language')}</h3>
        <select
          className={styles.select}
          aria-label={t('settings.language')}
          data-focus-key="language"
          value={chosen ?? ''}
          onChange={({ target }) =>
            settings.setState({ language: languages.find((one) => one === target.value) })
          }
        >
          <option value="">{t('settings.language.auto')}</option>
          {languages.map((language) => (
            <option key={language} value={language} lang={language === 'zh' ? 'zh-Hans' : language}>
              {NAMES[language]}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size={18} />
      </div>
    </div>
  )
}
