/** One line to search by: what is typed is looked for when it is sent. */
import { type FormEvent, useId, useState } from "react";
import { Button, Field } from "../../ui/parts";

export function SearchForm(props: { label: string; find: string; onSearch: (text: string) => void }) {
  const id = useId();
  const [text, setText] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSearch(text.trim());
  };
  return (
    <form onSubmit={submit}>
      <Field id={id} label={props.label}>
        <div className="join">
          <input
            id={id}
            className="input"
            value={text}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" kind="primary">
            {props.find}
          </Button>
        </div>
      </Field>
    </form>
  );
}
