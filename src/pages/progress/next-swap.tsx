import { Button } from '../../components/button.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useExecution } from '../../hooks/use-execution.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'

/** Buttons back to the form: with an empty amount and no recipient, except what the host has locked, or with the same swap. */
export function NextSwap() {
  const { t } = useTranslation()
  const { dismiss } = useExecution()
  const { home } = useNavigation()
  const { lockedFields } = useConfig()
  const setInputAmount = useForm((form) => form.setInputAmount)
  const setSendsToRecipient = useForm((form) => form.setSendsToRecipient)
  const setRecipient = useForm((form) => form.setRecipient)

  const leave = () => {
    home()
    dismiss()
  }

  return (
    <>
      <Button
        variant="primary"
        size="large"
        onClick={() => {
          if (!lockedFields.includes('amount')) setInputAmount('')
          if (!lockedFields.includes('recipient')) {
            setSendsToRecipient(false)
            setRecipient(undefined)
          }
          leave()
        }}
      >
        {t('action.done')}
      </Button>
      <Button size="large" onClick={leave}>
        {t('action.swapAgain')}
      </Button>
    </>
  )
}
