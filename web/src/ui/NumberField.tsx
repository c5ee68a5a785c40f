/** A number that is typed: what is not whole yet is left alone, and put into its bounds when one goes on. */
import { NumberField as Base } from "@base-ui/react/number-field";
import type { ComponentProps } from "react";

interface Props extends Omit<ComponentProps<typeof Base.Input>, "value" | "onChange" | "className"> {
  value: number;
  least: number;
  most: number;
  step?: number | "any";
  onChange: (value: number) => void;
  className?: string;
}

export function NumberField({ value, least, most, step = 1, onChange, className = "", id, ...rest }: Props) {
  const change = (typed: number | null) => {
    if (typed !== null && typed >= least && typed <= most) onChange(typed);
  };
  return (
    <Base.Root
      className="number"
      value={value}
      min={least}
      max={most}
      step={step}
      {...(id ? { id } : {})}
      format={{ useGrouping: false, maximumFractionDigits: 3 }}
      onValueChange={change}
      onValueCommitted={change}
    >
      <Base.Input className={`input num ${className}`.trim()} {...rest} />
    </Base.Root>
  );
}
