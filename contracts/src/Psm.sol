// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IDaiUsds, IPsm} from "./External.sol";
import {IExecutor} from "./ISettlement.sol";
import {DAI_TO_USDS, PSM_BUY, PSM_SELL} from "./Kinds.sol";
import {Query} from "./Query.sol";
import {Tokens} from "./Tokens.sol";

/// @title Trades in a trusted peg stability module, which converts a token (the gem) one for one,
/// less a fee; or in Sky's DaiUsds, which takes no fee.
/// @dev Ignores return values. The module can take what the step sells and no more; its payment is
/// measured where it arrives. The fee of a halted module is type(uint256).max, so its price
/// overflows.
library Psm {
    uint256 private constant WAD = 1e18;

    /// @param gems amount that is sold or bought
    /// @param most the module may take
    function trade(address psm, IExecutor.Step calldata step, uint256 gems, uint256 most, address payee) internal {
        (bytes4 selector, bytes4 asked) = (IDaiUsds.usdsToDai.selector, IDaiUsds.dai.selector);
        if (step.kind == PSM_SELL) selector = IPsm.sellGem.selector;
        else if (step.kind == PSM_BUY) (selector, asked) = (IPsm.buyGem.selector, IPsm.gem.selector);
        else if (step.kind == DAI_TO_USDS) (selector, asked) = (IDaiUsds.daiToUsds.selector, IDaiUsds.usds.selector);
        // A payment in another token would not be measured and would stay behind.
        if (Query.ask(psm, asked, 0) != uint160(step.tokenOut)) revert IExecutor.WrongToken(step.tokenOut);
        Tokens.spend(step.tokenIn, psm, most, abi.encodeWithSelector(selector, payee, gems));
    }

    /// @return gems that `amountIn` sells, or the most that it buys
    function gemsFor(address psm, uint8 kind, uint256 amountIn) internal view returns (uint256 gems) {
        return kind == PSM_SELL ? amountIn : ((amountIn + 1) * WAD - 1) / _factor(psm, kind);
    }

    /// @return amountIn minimum that buys `amountOut`
    /// @return gems amount of the gem that is sold or bought
    function price(address psm, uint8 kind, uint256 amountOut) internal view returns (uint256 amountIn, uint256 gems) {
        uint256 factor = _factor(psm, kind);
        amountIn = kind == PSM_SELL ? (amountOut - 1) * WAD / factor + 1 : amountOut * factor / WAD;
        gems = kind == PSM_SELL ? amountIn : amountOut;
    }

    /// @return price of a base unit of the gem after the fee, in base units times WAD
    function _factor(address psm, uint8 kind) private view returns (uint256) {
        if (kind > PSM_BUY) return WAD;
        uint256 whole = Query.ask(psm, IPsm.to18ConversionFactor.selector, 0);
        return whole * (kind == PSM_SELL ? WAD - Query.ask(psm, IPsm.tin.selector, 0) : WAD + Query.ask(psm, IPsm.tout.selector, 0));
    }
}
