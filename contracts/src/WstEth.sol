// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IWstEth} from "./External.sol";
import {IExecutor} from "./ISettlement.sol";
import {WSTETH_WRAP} from "./Kinds.sol";
import {Query} from "./Query.sol";
import {Tokens} from "./Tokens.sol";

/// @title Wraps stETH in a trusted wstETH, and unwraps it.
/// @dev What the wrapper says that it took or gave is not read. It can take what the step sells, and no more; what it gave is
///      measured. Transfers of stETH move whole shares, rounded down, and a balance is rounded down too: sent on as it reads,
///      it would leave a share behind. One unit more moves all shares and no more, as long as one is worth more than a unit.
library WstEth {
    /// @param amount that is unwrapped; of what is wrapped one unit more
    function convert(address wrapper, IExecutor.Step calldata step, uint256 amount, address payee) internal {
        bool isWrap = step.kind == WSTETH_WRAP;
        bytes4 selector = isWrap ? IWstEth.wrap.selector : IWstEth.unwrap.selector;
        bytes memory data = abi.encodeWithSelector(selector, amount);
        uint256 bought = Tokens.exchange(step, wrapper, isWrap ? amount : 0, data);
        if (payee != address(this)) Tokens.pay(step.tokenOut, payee, isWrap ? bought : bought + 1);
    }

    /// @return amountIn the least that wraps into `amountOut`, or as much as is the same number of shares
    function price(address wrapper, uint8 kind, uint256 amountOut) internal view returns (uint256 amountIn) {
        return kind == WSTETH_WRAP
            ? Query.ask(wrapper, IWstEth.getStETHByWstETH.selector, amountOut) + 1
            : Query.ask(wrapper, IWstEth.getWstETHByStETH.selector, amountOut);
    }
}
