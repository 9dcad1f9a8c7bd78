import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { operations } from '#domain/call.ts';
import type { MockControl } from '../control.ts';
import { FAULT_STATUSES, type Faults, SOCKET_FAULTS, STREAM_FAULTS, toQuery } from '../faults.ts';
import { PERSONAS, SCENARIOS } from '../scenarios.ts';
import { linkTo } from './link.ts';
import classes from './panel.module.css';

/** The balances to choose from, in dollars. */
const BALANCES = { plenty: 25, low: 0.4, none: 0, owed: -3.5 } as const;
const MICROS = 1_000_000;
const operationIds = Object.keys(operations).sort();

/** The mocks' developer panel: persona, scenario and faults. */
export function Panel({ control }: { control: MockControl }) {
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const [faults, setFaults] = useState<Faults>(control.store.faults);
  const count = toQuery(faults).length;
  const change = (next: Faults) => {
    control.setFaults(next);
    setFaults(next);
  };

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setOpen(false);
      toggle.current?.focus();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [open]);

  return (
    <aside className={classes.root} aria-label="Mocks">
      {open && <Controls control={control} faults={faults} onFaults={change} />}
      <button
        ref={toggle}
        type="button"
        className={classes.toggle}
        aria-expanded={open}
        data-faults={count > 0 || undefined}
        onClick={() => setOpen(!open)}
      >
        Mocks
        {count > 0 && <span>· {count === 1 ? '1 fault' : `${count} faults`}</span>}
      </button>
    </aside>
  );
}

interface ControlsProps {
  control: MockControl;
  faults: Faults;
  onFaults: (faults: Faults) => void;
}

function Controls({ control, faults, onFaults: change }: ControlsProps) {
  const { options } = control;
  const [copied, setCopied] = useState(false);
  const asPersona = (persona: (typeof PERSONAS)[number]) => {
    control.setPersona(persona);
    location.reload();
  };
  const copyLink = async () => {
    await navigator.clipboard.writeText(linkTo(location.href, control.options));
    setCopied(true);
  };

  return (
    <div className={classes.panel}>
      <Choice
        label="Persona"
        values={PERSONAS}
        value={options.persona ?? 'owner'}
        onChange={asPersona}
      />
      <Choice
        label="Scenario"
        values={SCENARIOS}
        value={options.scenario ?? 'normal'}
        onChange={(scenario) => control.reset({ scenario })}
      />
      <Field label="Seed">
        {(id) => (
          <input
            id={id}
            type="number"
            min={1}
            defaultValue={options.seed ?? 1}
            onKeyDown={(event) => {
              if (event.key === 'Enter')
                control.reset({ seed: Number(event.currentTarget.value) || 1 });
            }}
          />
        )}
      </Field>
      <Field label="Balance">
        {(id) => (
          <select
            id={id}
            defaultValue=""
            onChange={(event) => {
              const name = event.currentTarget.value as keyof typeof BALANCES;
              control.setBalance(BALANCES[name] * MICROS);
              location.reload();
            }}
          >
            <option value="" disabled>
              unchanged
            </option>
            {Object.entries(BALANCES).map(([name, dollars]) => (
              <option key={name} value={name}>
                {name} (${dollars.toFixed(2)})
              </option>
            ))}
          </select>
        )}
      </Field>
      <h2 className={classes.heading}>Faults</h2>
      <Field label="Latency">
        {(id) => (
          <select
            id={id}
            value={faults.latencyMs ?? 0}
            onChange={({ currentTarget: { value } }) =>
              change(without(faults, 'latencyMs', Number(value) || undefined))
            }
          >
            {[0, 200, 800, 3000, 10_000].map((ms) => (
              <option key={ms} value={ms}>
                {ms === 0 ? 'none' : `${ms} ms`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Choice
        label="Errors"
        values={['none', ...FAULT_STATUSES]}
        value={faults.status ?? 'none'}
        onChange={(status) =>
          change(without(faults, 'status', status === 'none' ? undefined : status))
        }
      />
      <Choice
        label="…to"
        values={['all', ...operationIds]}
        value={faults.on?.[0] ?? 'all'}
        onChange={(name) =>
          change(without(faults, 'on', name === 'all' ? undefined : ([name] as Faults['on'])))
        }
      />
      <Choice
        label="Streams"
        values={['none', ...STREAM_FAULTS]}
        value={faults.stream ?? 'none'}
        onChange={(stream) =>
          change(without(faults, 'stream', stream === 'none' ? undefined : stream))
        }
      />
      <Choice
        label="Sockets"
        values={['none', ...SOCKET_FAULTS]}
        value={faults.socket ?? 'none'}
        onChange={(socket) =>
          change(without(faults, 'socket', socket === 'none' ? undefined : socket))
        }
      />
      <Field label="Offline">
        {(id) => (
          <input
            id={id}
            type="checkbox"
            checked={faults.offline ?? false}
            onChange={({ currentTarget: { checked } }) =>
              change(without(faults, 'offline', checked || undefined))
            }
          />
        )}
      </Field>
      <Field label="No DNS records">
        {(id) => (
          <input
            id={id}
            type="checkbox"
            checked={faults.noDns ?? false}
            onChange={({ currentTarget: { checked } }) =>
              change(without(faults, 'noDns', checked || undefined))
            }
          />
        )}
      </Field>
      <div className={classes.actions}>
        <button type="button" onClick={() => change({})}>
          Clear faults
        </button>
        <button type="button" onClick={() => control.reset()}>
          Reset data
        </button>
        <button type="button" onClick={() => void copyLink()}>
          {copied ? 'Copied' : 'Copy link'}
        </button>
      </div>
    </div>
  );
}

interface ChoiceProps<V extends string> {
  label: string;
  values: readonly V[];
  value: V;
  onChange: (value: V) => void;
}

function Choice<V extends string>({ label, values, value, onChange }: ChoiceProps<V>) {
  return (
    <Field label={label}>
      {(id) => (
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value as V)}
        >
          {values.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

/** The faults with one of them set or removed. */
function without<K extends keyof Faults>(
  faults: Faults,
  name: K,
  value: Faults[K] | undefined,
): Faults {
  const { [name]: _, ...rest } = faults;
  return value === undefined ? rest : { ...rest, [name]: value };
}
